/**
 * Adds lines to a module while it is built: the file stays as it is. Stands here and not beside a build's temporary
 * folder, since a loader's path is a part of the module's name, and ids follow from names.
 */
module.exports = function append(source) {
  return source + this.getOptions().text;
};
