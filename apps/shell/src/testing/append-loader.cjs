/**
 * Appends lines to a module during the build; the file stays unchanged. Not in a build's temporary folder, since a
 * loader's path is part of the module's name, which determines ids.
 */
module.exports = function append(source) {
  return source + this.getOptions().text;
};
