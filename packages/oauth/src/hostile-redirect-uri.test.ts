import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeRedirectUri } from './redirect-uri.ts'

/** Simulates a careless server: decodes a path several times, and interprets backslashes and parameters. */
function staysInside(path: string, registeredPath: string): boolean {
  let decoded = path
  for (let times = 0; times <= 3; times += 1) {
    if (times > 0) decoded = decodeLeniently(decoded)
    const wide = readOverlong(decoded).normalize('NFKC')
    for (const text of [decoded, wide]) {
      for (const reading of [text, text.replaceAll('\\', '/'), text.replace(/;[^/]*/g, '')]) {
        const resolved = removeDotSegments(reading)
        const folder = registeredPath.replace(/\/$/, '')
        if (resolved !== registeredPath && !resolved.startsWith(`${folder}/`)) return false
      }
    }
  }
  return true
}

function decodeLeniently(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Reads bytes as UTF-8 the way decoders did that took overlong forms. */
function readOverlong(bytes: string): string {
  return bytes
    .replace(/[\u00c0-\u00df][\u0080-\u00bf]/g, (two) =>
      String.fromCharCode(((two.charCodeAt(0) & 0x1f) << 6) | (two.charCodeAt(1) & 0x3f)),
    )
    .replace(/[\u00e0-\u00ef][\u0080-\u00bf]{2}/g, (three) =>
      String.fromCharCode(
        ((three.charCodeAt(0) & 0x0f) << 12) |
          ((three.charCodeAt(1) & 0x3f) << 6) |
          (three.charCodeAt(2) & 0x3f),
      ),
    )
}

function removeDotSegments(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}

const HOSTILE_PIECES = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '/..',
  '/../',
  '/./',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%25',
  '%252e%252e%252f',
  '%00',
  '%0d%0a',
  '%',
  '%zz',
  ';',
  '..;',
  '..;/',
  '@',
  'user@',
  'user:pw@',
  '#',
  '?',
  '?x=1',
  ':80',
  ':443',
  ':8080',
  ':',
  'evil.example',
  '.evil.example',
  'callback',
  'callbacks',
  '/callback',
  '/callback/',
  'sub',
  '/sub',
  'a%20b',
  '%c3%a9',
  '%c0%ae',
  '%c0%ae%c0%ae/',
  '%c0%af',
  '%e0%80%af',
  '%ef%bc%8e',
  '%EF%BC%8E%ef%bc%8e/',
  '%ef%bc%8f',
  '%ef%bc%bc',
  '%e2%80%a5',
  '%e2%84%80',
  '?code=1',
  'é',
  '。',
  '\t',
  '\n',
  ' ',
  '\u0000',
  '\u007f',
  '[::1]',
  'http:',
  'https:',
  'http://',
  'https://',
  'javascript:',
  'data:',
  'app.example',
  'www.app.example',
  'APP.EXAMPLE',
  'xn--app-9la.example',
]
const ENTRIES = [
  'http://app.example/callback',
  'https://app.example/callback',
  'http://app.example:8080/callback/deep',
  'https://app.example/',
  'http://localhost:3000/connect/callback',
  'https://app.example/callback?x=1',
  'https://app.example/callback/',
]

const hostileAddress = (entry: string) => {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_PIECES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 4, unit: 'binary' }) },
  )
  const pieces = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''))
  const spliced = fc
    .tuple(pieces, fc.nat({ max: entry.length }), fc.nat({ max: 3 }))
    .map(([text, at, cut]) => entry.slice(0, at) + text + entry.slice(at + cut))
  return fc.oneof(
    { weight: 4, arbitrary: pieces.map((text) => entry + text) },
    { weight: 3, arbitrary: spliced },
    { weight: 1, arbitrary: pieces },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.constantFrom('sub', 'a', 'x%20y', '...', 'é', '..'))
        .map((parts) => [entry, ...parts].join('/')),
    },
  )
}

describe('every accepted address', () => {
  const generated = fc
    .constantFrom(...ENTRIES)
    .chain((entry) => fc.tuple(fc.constant(entry), hostileAddress(entry)))

  it('stays inside the registered path however often it is decoded, on the same host and port (120 000 cases)', () => {
    let acceptedCount = 0
    fc.assert(
      fc.property(generated, ([entry, address]) => {
        if (judgeRedirectUri(address, [entry]).kind === 'refused') return
        acceptedCount += 1
        const registered = new URL(entry)
        const url = new URL(address)
        expect(url.hostname).toBe(registered.hostname)
        expect(url.port).toBe(registered.port)
        expect(['http:', 'https:']).toContain(url.protocol)
        if (registered.protocol === 'https:') expect(url.protocol).toBe('https:')
        expect(url.username + url.password + url.hash).toBe('')
        expect(address).toMatch(/^[\x20-\x7e]+$/)
        expect(address).not.toMatch(/[\s#\\]/)
        expect(url.search).toBe(registered.search)
        expect(url.pathname.slice(0, -1)).not.toContain('//')
        expect(staysInside(url.pathname, registered.pathname)).toBe(true)
      }),
      { numRuns: 120_000 },
    )
    // A property over accepted addresses says nothing when there are none.
    expect(acceptedCount).toBeGreaterThan(2_000)
  })

  it('gives a verdict for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { kind } = judgeRedirectUri(text, ENTRIES)
        return kind === 'accepted' || kind === 'refused'
      }),
      { numRuns: 10_000 },
    )
  })
})
