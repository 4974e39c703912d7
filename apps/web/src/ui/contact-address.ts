/** The place to write to; a letter begins with the reference, so that nobody has to copy it. */
export function contactAddress(supportUrl: string, reference: string | undefined): string {
  const isBare = supportUrl.startsWith('mailto:') && !supportUrl.includes('?')
  return isBare && reference !== undefined
    ? `${supportUrl}?subject=${encodeURIComponent(reference)}`
    : supportUrl
}
