"""Runs a Tiltfile as Starlark with builtins that write down how they were called; prints the calls as JSON. tiltfile.py TILTFILE KUSTOMIZE"""
import json
import os
import subprocess
import sys

import starlark
import yaml

path, kustomize = sys.argv[1:]
root = os.path.dirname(os.path.abspath(path))
calls = []


def recorded(name):
    def builtin(*args, **kwargs):
        calls.append({"name": name, "args": list(args), "kwargs": kwargs})

    return builtin


def read_file(name, default=None):
    full = os.path.join(root, name)
    if not os.path.exists(full):
        if default is None:
            raise FileNotFoundError(name)
        return default
    with open(full, encoding="utf8") as file:
        return file.read()


module = starlark.Module()
for name in ["docker_build", "k8s_yaml", "k8s_resource", "local_resource"]:
    module.add_callable(name, recorded(name))
module.add_callable("sync", lambda source, target: {"sync": source, "to": target})
module.add_callable("fall_back_on", lambda files: {"fall_back_on": files})
module.add_callable("read_file", read_file)
module.add_callable("kustomize", lambda folder: subprocess.run([kustomize, "build", os.path.join(root, folder)], check=True, capture_output=True, text=True).stdout)
module.add_callable("decode_yaml_stream", lambda text: list(yaml.safe_load_all(text)))
module.add_callable("encode_yaml_stream", lambda documents: documents)

with open(path, encoding="utf8") as file:
    starlark.eval(module, starlark.parse("Tiltfile", file.read(), starlark.Dialect.extended()), starlark.Globals.standard())
print(json.dumps(calls))
