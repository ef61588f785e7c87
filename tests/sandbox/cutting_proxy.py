# SPDX-License-Identifier: MIT
"""A TCP proxy on loopback that cuts a connection after so many bytes."""
import socket
import threading


class CuttingProxy:
    """Passes on to `port`. Of the connection of that number, from 1, it passes `size` bytes of the question (`way` 0) or of
    the answer (1) and then closes it. `cut` counts that, `sizes` has the bytes of each connection, both ways."""

    def __init__(self, port, number=0, way=0, size=0):
        self.target, self.number, self.way, self.limit, self.cut, self.sizes = port, number, way, size, 0, []
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
            self.sizes.append(sent := [0, 0])
            number, ended = len(self.sizes), []
            for way, (source, sink) in enumerate(((client, server), (server, client))):
                limit = self.limit if (number, way) == (self.number, self.way) else None
                threading.Thread(target=self.carry, args=(source, sink, way, limit, sent, ended), daemon=True).start()

    def carry(self, source, sink, way, limit, sent, ended):
        try:
            while data := source.recv(65536):
                before, sent[way] = sent[way], sent[way] + len(data)
                if limit is not None and sent[way] > limit:
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
            ended.append(way)
            if len(ended) == 2:
                source.close()
                sink.close()
