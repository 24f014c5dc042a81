/**
 * Rewrites `import Box from '@mui/material/Box'` to `import { Box } from '@mui/material'`, the form in which MUI's
 * documentation shows it. A loader, hence CommonJS.
 *
 * @param {string} source
 * @returns {string}
 */
module.exports = function barrelImports(source) {
  return source
    .replace(/import (\w+) from '@mui\/material\/(\w+)'/g, (_all, name, own) =>
      name === own ? `import { ${name} } from '@mui/material'` : `import { ${own} as ${name} } from '@mui/material'`,
    )
    .replace(/import (\w+), \{([^}]*)\} from '@mui\/material\/(\w+)'/g, "import { $3 as $1, $2 } from '@mui/material'")
    .replace(/from '@mui\/material\/\w+'/g, "from '@mui/material'");
};
