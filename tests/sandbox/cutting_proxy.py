# SPDX-License-Identifier: MIT
"""A TCP proxy on loopback that cuts connections after so many bytes."""
import socket
import threading


class CuttingProxy:
    """Passes on to `port`. Of a connection whose client has sent more than `passed` bytes, it passes `asked` bytes of the
    question and `answered` bytes of the answer and then closes it; None: all. `cut` counts those."""

    def __init__(self, port, passed=0, asked=None, answered=None):
        self.target, self.passed, self.limits, self.cut = port, passed, (asked, answered), 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            sent = [0, 0]
            for way, (source, sink) in enumerate(((client, server), (server, client))):
                threading.Thread(target=self.carry, args=(source, sink, way, sent), daemon=True).start()

    def carry(self, source, sink, way, sent):
        try:
            while data := source.recv(65536):
                before, sent[way] = sent[way], sent[way] + len(data)
                limit = self.limits[way]
                if limit is not None and sent[0] > self.passed and sent[way] >= limit:
                    sink.sendall(data[:max(0, limit - before)])
                    self.cut += 1
                    for end in (source, sink):
                        end.shutdown(socket.SHUT_RDWR)
                    return
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            sent.append(way)
            if len(sent) == 4:  # both ways have ended
                source.close()
                sink.close()
