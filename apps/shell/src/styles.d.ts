/** The bundler includes stylesheets in the page. */
declare module '*.css';
