"""Manifests against the schemas of Kubernetes' own API, unknown fields refused.

Usage: kubernetes.py FILE... ; prints a line for each object and version of the API, fails on the first that is wrong.
"""

import sys

import kubernetes_validate
import yaml

# backoffLimitPerIndex is there by default from 1.29 on
VERSIONS = ["1.29", "1.33", "1.37"]

for path in sys.argv[1:]:
    with open(path, encoding="utf8") as file:
        for manifest in yaml.safe_load_all(file):
            for version in VERSIONS:
                used = kubernetes_validate.validate(manifest, version, strict=True)
                print(f"{path}: {manifest['kind']} is right for Kubernetes {used}")
