import { importedSpecifiers } from './boundaries.ts'

/** A file whose suffix does not fit its content. */
type NameFault = { readonly file: string; readonly reason: string }

const LEFT_OUT = /\.(test|spec)\.tsx?$|\/testing\/|\.d\.ts$/
const CHECKED = /^(?:apps\/(?:bff|provider)|packages\/bff)\/src\//

/** The meaning of a suffix, and the pattern that proves it. */
type Suffix = {
  readonly promise: string
  readonly isEarned: (source: string, imports: readonly string[]) => boolean
}

const importsOne =
  (...names: readonly string[]) =>
  (_: string, imports: readonly string[]) =>
    imports.some((specifier) => names.some((name) => specifier === name || specifier.startsWith(`${name}/`)))

const RESPONSE = /\b(?:Request|Response|IncomingMessage|ServerResponse|Visit)\b/
const HTML = /\bhtml`|<!doctype html|<html|\brenderSmallPage\(/i

const SUFFIXES: Readonly<Record<string, Suffix>> = {
  store: {
    promise:
      'keeps something in SQL or Redis: it imports kysely, ioredis, rate-limiter-flexible, #database or #redis',
    isEarned: importsOne('kysely', 'ioredis', 'rate-limiter-flexible', '#database', '#redis'),
  },
  routes: {
    promise: 'adds routes to a router of Express, and renders no HTML: that is a -page',
    isEarned: (source) => /\b(?:Router|createPageRoutes)\(|\bPageRouter\b/.test(source) && !HTML.test(source),
  },
  middleware: {
    promise: 'is a middleware of Express: something in it takes next, or returns a RequestHandler',
    isEarned: (source) => /\bnext\b|\bRequestHandler\b|\bErrorRequestHandler\b/.test(source),
  },
  page: {
    promise: 'renders HTML; its routes and its forms are in the same file',
    isEarned: (source) => HTML.test(source),
  },
  client: {
    promise: 'calls out: it uses fetch, undici, ioredis, nodemailer, node:http or node:net',
    isEarned: (source, imports) =>
      importsOne(
        'undici',
        'ioredis',
        'nodemailer',
        'node:http',
        'node:https',
        'node:net',
        'node:tls',
      )(source, imports) || /\bfetch\(|\bfetch:|\bDispatcher\b/.test(source),
  },
  responder: {
    promise:
      'reads a request of Express or of node:http, or the visit of a page, or answers it, and builds no router',
    isEarned: (source, imports) =>
      importsOne('express', 'node:http', '#pages/page-responder.ts')(source, imports) &&
      RESPONSE.test(source) &&
      !/\b(?:Router|createPageRoutes)\(/.test(source),
  },
  files: { promise: 'reads or writes the disk: it imports node:fs', isEarned: importsOne('node:fs') },
}

/** Finds a suffix that the file's content does not justify. */
export function findSuffixFault(file: string, source: string): NameFault | undefined {
  if (!CHECKED.test(file) || LEFT_OUT.test(file)) return undefined
  const name = /-([a-z]+)\.tsx?$/.exec(file)?.[1]
  const suffix = name === undefined ? undefined : SUFFIXES[name]
  if (suffix === undefined || suffix.isEarned(source, importedSpecifiers(source))) return undefined
  return { file, reason: `a file that ends in -${name} ${suffix.promise}` }
}
