/**
 * Replaces modules that shared packages import and no browser of the portal calls: zod's JSON Schema, the auth client's
 * keys of devices and wallets, the data client's own sessions, tables of storage, MUI's themes of CSS variables, and the
 * ripple that the theme switches off (`src/absent-modules.ts`). A use fails by name; a name that a newer package imports
 * fails the build.
 */
const refuse = () => {
  throw new Error('The shell does not provide this. Take it out of ABSENT first: libs/build/src/absent-modules.ts.');
};
/** Created by every client, and not used; as a component it draws nothing. */
function Absent() {
  return null;
}

export { Absent as default, Absent as AuthClient, Absent as IcebergRestCatalog, Absent as WebAuthnApi };
export const browserSupportsWebAuthn = () => false;
/** Every schema has these methods. */
export const createStandardJSONSchemaMethod = () => refuse;
export const createToJSONSchemaMethod = () => refuse;
export {
  refuse as aggregateChecks,
  refuse as anyProcessor,
  refuse as arrayProcessor,
  refuse as bigintProcessor,
  refuse as booleanProcessor,
  refuse as catchProcessor,
  refuse as customProcessor,
  refuse as dateProcessor,
  refuse as defaultProcessor,
  refuse as enumProcessor,
  refuse as fileProcessor,
  refuse as functionProcessor,
  refuse as intersectionProcessor,
  refuse as lazyProcessor,
  refuse as literalProcessor,
  refuse as mapProcessor,
  refuse as nanProcessor,
  refuse as neverProcessor,
  refuse as nonoptionalProcessor,
  refuse as nullProcessor,
  refuse as nullableProcessor,
  refuse as numberProcessor,
  refuse as objectProcessor,
  refuse as optionalProcessor,
  refuse as pipeProcessor,
  refuse as prefaultProcessor,
  refuse as promiseProcessor,
  refuse as readonlyProcessor,
  refuse as recordProcessor,
  refuse as setProcessor,
  refuse as stringProcessor,
  refuse as successProcessor,
  refuse as symbolProcessor,
  refuse as templateLiteralProcessor,
  refuse as transformProcessor,
  refuse as tupleProcessor,
  refuse as undefinedProcessor,
  refuse as unionProcessor,
  refuse as unknownProcessor,
  refuse as voidProcessor,
  refuse as createSiweMessage,
  refuse as fromHex,
  refuse as getAddress,
  refuse as toHex,
  refuse as createCredential,
  refuse as deserializeCredentialCreationOptions,
  refuse as deserializeCredentialRequestOptions,
  refuse as getCredential,
  refuse as serializeCredentialCreationResponse,
  refuse as serializeCredentialRequestResponse,
  refuse as webAuthnAbortService,
  refuse as createGetCssVar,
  refuse as Experimental_CssVarsProvider,
  refuse as CssVarsProvider,
  refuse as getInitColorSchemeScript,
  refuse as useColorScheme,
};
