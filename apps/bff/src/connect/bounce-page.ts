/** The page loads nothing and runs nothing. */
export const BOUNCE_PAGE_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * A page that goes on by itself. The step to `address` begins on our own site, so cookies come along.
 * @param address A path of ours without anything of the provider's answer in it.
 */
export function renderBouncePage(address: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0;url=${address}"><title>Finishing – Counterfoil</title></head>
<body><p><a href="${address}">Continue</a></p></body>
</html>
`
}
