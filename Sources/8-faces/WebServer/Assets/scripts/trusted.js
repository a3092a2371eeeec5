// The only place where an address becomes one that the browser may run (Trusted Types, policy "compass").

let policy = null;

/**
 * Marks the address of a script or a worker as trusted: only one of our own assets can be.
 *
 * @param {string} address what the name of an asset became
 * @returns {TrustedScriptURL|string} a plain string where the browser knows no Trusted Types
 * @throws {TypeError} for every other address
 */
export function scriptURL(address) {
  if (!globalThis.trustedTypes) return checked(address);
  policy ??= globalThis.trustedTypes.createPolicy("compass", { createScriptURL: checked });
  return policy.createScriptURL(address);
}

function checked(address) {
  const url = new URL(address, globalThis.location.href);
  const ours = url.origin === globalThis.location.origin && url.pathname.startsWith("/assets/");
  if (!ours) throw new TypeError(`Not one of our scripts: ${url.href}`);
  return url.href;
}
