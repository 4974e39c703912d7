/** What body-parser, and so `express.json()` and its like, call their middleware. */
const PARSERS: ReadonlySet<string> = new Set(['jsonParser', 'urlencodedParser', 'textParser', 'rawParser'])

export const PARSER_FAULT =
  'A body parser is before books.routes and has read what only Counterfoil may read; move app.use(books.routes) above the line app.use(express.json()), or whichever parser it is.'

export const SESSION_FAULT =
  'A session is open before books.routes, which has its own; move app.use(books.routes) above the line app.use(session({ … })).'

/** Returns true if a stack of Express has a body parser. @param stack Its layers, in their order. */
export function hasBodyParser(stack: readonly { readonly name?: string }[]): boolean {
  return stack.some(({ name }) => name !== undefined && PARSERS.has(name))
}

/**
 * Returns true if something has read the body of a request, or was ready to: a body parser leaves `body` even where there is
 * nothing to read.
 */
export function isParsed(request: object): boolean {
  return (
    'body' in request ||
    '_body' in request ||
    ('readableDidRead' in request && request.readableDidRead === true)
  )
}
