/** Styles as jest sees them: a module without names, since jsdom draws nothing. */
module.exports = { process: () => ({ code: 'module.exports = {};' }), getCacheKey: () => 'styles-1' };
