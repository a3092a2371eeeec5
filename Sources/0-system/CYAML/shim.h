// libyaml, https://pyyaml.org/wiki/LibYAML
#pragma once
#include <yaml.h>
