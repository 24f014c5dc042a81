/** The bundler writes style sheets into files of the release. */
declare module '*.css';
