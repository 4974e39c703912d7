import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeApiCall, judgeEventStream, judgeFormPost, type OriginHeaders } from './request-origin.ts'

const OWN = 'https://app.example'
const SCRIPT_POST: OriginHeaders = {
  method: 'POST',
  fetchSite: 'same-origin',
  fetchMode: 'cors',
  fetchDest: 'empty',
  origin: OWN,
  requestHeader: '1',
}
const SCRIPT_GET: OriginHeaders = { ...SCRIPT_POST, method: 'GET', origin: undefined }
const OLD_BROWSER = { fetchSite: undefined, fetchMode: undefined, fetchDest: undefined }
const FORM: OriginHeaders = {
  ...SCRIPT_POST,
  fetchMode: 'navigate',
  fetchDest: 'document',
  requestHeader: undefined,
}
const EVENTS: OriginHeaders = { ...SCRIPT_GET, requestHeader: undefined }

function layerOf(verdict: ReturnType<typeof judgeApiCall>) {
  return verdict.kind === 'refused' ? verdict.layer : verdict.kind
}

describe(judgeApiCall, () => {
  it.each([
    ['a write by our script', SCRIPT_POST],
    ['a read by our script', SCRIPT_GET],
    ['a read with our Origin', { ...SCRIPT_GET, origin: OWN }],
    ['a look at the headers alone', { ...SCRIPT_GET, method: 'HEAD' }],
    ['a question what is possible', { ...SCRIPT_GET, method: 'OPTIONS' }],
    ['a write by our script in a browser without Fetch Metadata', { ...SCRIPT_POST, ...OLD_BROWSER }],
  ])('accepts %s', (_name, headers) => {
    expect(judgeApiCall(headers, OWN)).toEqual({ kind: 'own-page' })
  })

  it.each([
    ['cross-site', { ...SCRIPT_POST, fetchSite: 'cross-site' }, 'fetch-metadata'],
    [
      'same-site: a neighbour on another subdomain',
      { ...SCRIPT_POST, fetchSite: 'same-site' },
      'fetch-metadata',
    ],
    ['none: the address bar', { ...SCRIPT_GET, fetchSite: 'none' }, 'fetch-metadata'],
    ['cross-site on a read', { ...SCRIPT_GET, fetchSite: 'cross-site' }, 'fetch-metadata'],
    ['two values joined', { ...SCRIPT_POST, fetchSite: 'same-origin, same-origin' }, 'fetch-metadata'],
    ['empty', { ...SCRIPT_POST, fetchSite: '' }, 'fetch-metadata'],
    ['a navigation', { ...SCRIPT_GET, fetchMode: 'navigate' }, 'fetch-metadata'],
    ['an image', { ...SCRIPT_GET, fetchMode: 'no-cors', fetchDest: 'image' }, 'fetch-metadata'],
    ['a foreign Origin', { ...SCRIPT_POST, origin: 'https://evil.example' }, 'origin'],
    ['a null Origin', { ...SCRIPT_POST, origin: 'null' }, 'origin'],
    ['our host on another port', { ...SCRIPT_POST, origin: `${OWN}:8443` }, 'origin'],
    ['our host on another scheme', { ...SCRIPT_POST, origin: 'http://app.example' }, 'origin'],
    ['our host with a tail', { ...SCRIPT_POST, origin: `${OWN}.evil.example` }, 'origin'],
    ['a write without Origin', { ...SCRIPT_POST, origin: undefined }, 'origin'],
    ['a foreign Origin on a read', { ...SCRIPT_GET, origin: 'https://evil.example' }, 'origin'],
    ['no header of ours', { ...SCRIPT_POST, requestHeader: undefined }, 'custom-header'],
    ['no header of ours on a read', { ...SCRIPT_GET, requestHeader: undefined }, 'custom-header'],
    ['another value of it', { ...SCRIPT_POST, requestHeader: '0' }, 'custom-header'],
    ['it twice', { ...SCRIPT_POST, requestHeader: '1, 1' }, 'custom-header'],
  ])('refuses %s', (_name, headers, layer) => {
    expect(layerOf(judgeApiCall(headers, OWN))).toBe(layer)
  })

  it('refuses every call with a foreign Origin, whatever its other headers', () => {
    const text = fc.option(fc.constantFrom('same-origin', 'cross-site', 'cors', 'empty', '1'), {
      nil: undefined,
    })
    fc.assert(
      fc.property(
        fc.record({ fetchSite: text, fetchMode: text, fetchDest: text, requestHeader: text }),
        fc.constantFrom('GET', 'POST', 'DELETE'),
        fc.webUrl(),
        (headers, method, origin) => {
          expect(judgeApiCall({ ...headers, method, origin }, OWN).kind).toBe('refused')
        },
      ),
    )
  })
})

describe(judgeEventStream, () => {
  it('accepts an EventSource of our page, which cannot send our custom header', () => {
    expect(judgeEventStream(EVENTS, OWN).kind).toBe('own-page')
  })

  it('accepts a fetch with the custom header in a browser without Fetch Metadata', () => {
    expect(judgeEventStream({ ...SCRIPT_GET, ...OLD_BROWSER }, OWN).kind).toBe('own-page')
  })

  it.each([
    ['no Fetch Metadata and no header', { ...EVENTS, ...OLD_BROWSER }],
    ['another site', { ...EVENTS, fetchSite: 'cross-site' }],
    ['a navigation', { ...EVENTS, fetchMode: 'navigate', fetchDest: 'document' }],
  ])('refuses %s', (_name, headers) => {
    expect(layerOf(judgeEventStream(headers, OWN))).toBe('fetch-metadata')
  })
})

describe(judgeFormPost, () => {
  it.each([
    ['a form of our page', FORM],
    ['a form of our page in a browser without Fetch Metadata', { ...FORM, ...OLD_BROWSER }],
    ['a form that our script sends', { ...FORM, fetchMode: 'cors', fetchDest: 'empty' }],
  ])('accepts %s', (_name, headers) => {
    expect(judgeFormPost(headers, OWN).kind).toBe('own-page')
  })

  it.each([
    [
      'a form of another site',
      { ...FORM, fetchSite: 'cross-site', origin: 'https://evil.example' },
      'fetch-metadata',
    ],
    ['a form of a neighbour', { ...FORM, fetchSite: 'same-site' }, 'fetch-metadata'],
    ['a form in a frame', { ...FORM, fetchDest: 'iframe' }, 'fetch-metadata'],
    ['a null Origin', { ...FORM, origin: 'null' }, 'origin'],
    ['neither Fetch Metadata nor Origin', { ...FORM, ...OLD_BROWSER, origin: undefined }, 'origin'],
  ])('refuses %s', (_name, headers, layer) => {
    expect(layerOf(judgeFormPost(headers, OWN))).toBe(layer)
  })
})

describe('the logged reason of a refusal', () => {
  const refused = (layer: string, reason: string) => ({ kind: 'refused', layer, reason })

  it.each([
    [judgeApiCall, { fetchSite: 'cross-site' }, 'fetch-metadata', 'Sec-Fetch-Site is not same-origin'],
    [judgeApiCall, { fetchMode: 'navigate' }, 'fetch-metadata', 'Sec-Fetch-Mode is not that of a script'],
    [judgeApiCall, { fetchMode: 'no-cors' }, 'fetch-metadata', 'Sec-Fetch-Mode is not that of a script'],
    [judgeApiCall, { fetchDest: 'image' }, 'fetch-metadata', 'Sec-Fetch-Dest is not that of a script'],
    [judgeApiCall, { origin: undefined }, 'origin', 'a write without Origin'],
    [judgeApiCall, { origin: 'null' }, 'origin', 'Origin is null'],
    [judgeApiCall, { origin: 'https://evil.example' }, 'origin', 'Origin is not ours'],
    [judgeApiCall, { requestHeader: '' }, 'custom-header', 'the header of our own calls is missing'],
    [
      judgeEventStream,
      { fetchSite: undefined, requestHeader: undefined },
      'fetch-metadata',
      'an event stream without Sec-Fetch-Site',
    ],
    [
      judgeFormPost,
      { fetchDest: 'iframe' },
      'fetch-metadata',
      'a form inside a frame or an embedded element',
    ],
  ] as const)('names the layer and the fault: %s %j', (judge, changes, layer, reason) => {
    expect(judge({ ...SCRIPT_POST, ...changes }, OWN)).toEqual(refused(layer, reason))
  })
})
