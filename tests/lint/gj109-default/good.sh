#!/bin/bash
# cluster: calm
./program
