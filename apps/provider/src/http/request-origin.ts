/** The reason why a form post is refused. The log names the check that failed. */
type PostOriginFault = 'cross-site' | 'foreign-origin' | 'null-origin' | 'no-origin'

type PostOriginHeaders = {
  readonly secFetchSite: string | undefined
  readonly origin: string | undefined
  readonly referer: string | undefined
}

/**
 * Returns undefined if this form post came from one of our own pages, otherwise the reason why it is refused.
 *
 * Checks Fetch Metadata first, then `Origin`, then `Referer` for browsers that send neither. A post with none of the three is
 * refused: every browser that can keep our cookie sends at least one with a form post.
 *
 * @param ownOrigin The origin of the public URL.
 * @see https://www.w3.org/TR/fetch-metadata/ Sec-Fetch-Site
 */
export function findPostOriginFault(
  headers: PostOriginHeaders,
  ownOrigin: string,
): PostOriginFault | undefined {
  if (headers.secFetchSite !== undefined && headers.secFetchSite !== 'same-origin') return 'cross-site'
  if (headers.origin === 'null') return 'null-origin'
  if (headers.origin !== undefined) return headers.origin === ownOrigin ? undefined : 'foreign-origin'
  if (headers.referer !== undefined)
    return originOf(headers.referer) === ownOrigin ? undefined : 'foreign-origin'
  return headers.secFetchSite === 'same-origin' ? undefined : 'no-origin'
}

function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined
}
