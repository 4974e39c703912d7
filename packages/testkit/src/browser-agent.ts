import { request } from 'undici'

/** A response, with its address. */
export type AgentAnswer = {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The absolute address of a redirect; undefined for other responses. */
  readonly location: string | undefined
  json<T = unknown>(): T
}

/** A form of a page: its action, and the fields with their initial values. */
export type PageForm = {
  readonly action: string
  /** The fields by name. Of several with the same name, the last one; {@link BrowserAgent.submit} sends all of them. */
  readonly fields: Readonly<Record<string, string>>
  /** The values of each name, in order. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

/** Behaves as a browser does for plain pages: cookies per host, forms, redirects; without scripts. */
export type BrowserAgent = {
  /** Sends one request; redirects are not followed. */
  send(
    method: string,
    url: string,
    options?: { headers?: Record<string, string>; body?: string },
  ): Promise<AgentAnswer>
  /** Follows redirects as a navigation, up to `stopAt` (a prefix of an address that is answered, not requested). */
  visit(url: string, options?: { stopAt?: string }): Promise<AgentAnswer>
  /** Posts a form and follows the redirects. */
  submit(
    page: AgentAnswer,
    form: PageForm,
    fields?: Readonly<Record<string, string | readonly string[]>>,
    options?: { stopAt?: string },
  ): Promise<AgentAnswer>
  post(
    url: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    options?: { stopAt?: string; from?: string },
  ): Promise<AgentAnswer>
  /** Returns the cookies of a host as a header value. */
  cookies(url: string): string
  setCookie(url: string, name: string, value: string): void
  /** @param url An address of the host whose cookies are deleted; all cookies if undefined. */
  clearCookies(url?: string): void
  /** Every received cookie, with its attributes. */
  allCookies(): readonly AgentCookie[]
}

export type AgentCookie = {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  /** Seconds since 1970; -1 until the browser is closed. */
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Strict' | 'Lax' | 'None'
}

const MAX_REDIRECTS = 20
const BODY_TIMEOUT_MS = 30_000

/** Returns the forms of an HTML page, in order. Sufficient for our own pages. */
export function formsIn(html: string, url: string): readonly PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(
    ([, attributes = '', content = '']) => {
      const entries = [...content.matchAll(/<input\b([^>]*)>/gi)]
        .map(([, input = '']) => input)
        .filter((input) => !/type="?(radio|checkbox|submit)/i.test(input) || /\schecked\b/i.test(input))
        .flatMap((input): [string, string][] => {
          const name = attribute(input, 'name')
          return name === undefined ? [] : [[unescape(name), unescape(attribute(input, 'value') ?? '')]]
        })
      const values = new Map<string, string[]>()
      for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value])
      return {
        action: new URL(unescape(attribute(attributes, 'action') ?? url), url).href,
        fields: Object.fromEntries(entries),
        values: Object.fromEntries(values),
      }
    },
  )
}

/** Returns the first form whose action contains `part`. */
export function formTo(page: AgentAnswer, part: string): PageForm {
  const form = formsIn(page.body, page.url).find((candidate) => candidate.action.includes(part))
  if (form === undefined) throw new Error(`No form to ${part} on ${page.url}:\n${page.body.slice(0, 2_000)}`)
  return form
}

function attribute(text: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(text)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replaceAll(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal, hex, named: string | undefined) => {
      if (decimal) return String.fromCodePoint(Number(decimal))
      if (hex) return String.fromCodePoint(Number.parseInt(String(hex), 16))
      return ENTITIES[named ?? ''] ?? whole
    },
  )
}

/** A new browser with nothing in it. */
export function createBrowserAgent(defaults: Record<string, string> = {}): BrowserAgent {
  // Per host without the port, as browsers keep them.
  const jar = new Map<string, AgentCookie[]>()

  function keep(url: URL, header: string): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const setting = (wanted: string): string | undefined =>
      attributes.find((it) => it.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const isSaid = (wanted: string) => attributes.some((it) => it.toLowerCase() === wanted)
    const [path, age, end] = [setting('path') ?? '/', setting('max-age'), setting('expires')]
    const endsAtMs = age === undefined ? Date.parse(end ?? '') : Date.now() + Number(age) * 1000
    const cookie: AgentCookie = {
      ...{ name, value, path, domain: url.hostname },
      expires: Number.isNaN(endsAtMs) ? -1 : endsAtMs / 1000,
      httpOnly: isSaid('httponly'),
      secure: isSaid('secure'),
      sameSite:
        (['Strict', 'None'] as const).find((it) => it.toLowerCase() === setting('samesite')?.toLowerCase()) ??
        'Lax',
    }
    const others = (jar.get(url.hostname) ?? []).filter((it) => it.name !== name || it.path !== path)
    jar.set(url.hostname, endsAtMs <= Date.now() ? others : [...others, cookie])
  }

  function cookies(address: string): string {
    const url = new URL(address)
    return (jar.get(url.hostname) ?? [])
      .filter(
        (it) =>
          url.pathname === it.path ||
          url.pathname.startsWith(it.path.replace(/\/?$/, '/')) ||
          it.path === '/',
      )
      .map((it) => `${it.name}=${it.value}`)
      .join('; ')
  }

  async function send(
    method: string,
    address: string,
    options: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<AgentAnswer> {
    const url = new URL(address)
    const cookie = cookies(address)
    const answer = await request(url, {
      method: method as 'GET',
      headers: {
        'user-agent': 'agent',
        ...defaults,
        ...(cookie === '' ? {} : { cookie }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
      bodyTimeout: BODY_TIMEOUT_MS,
      headersTimeout: BODY_TIMEOUT_MS,
    })
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) keep(url, header)
    // Names stand apart in `<bdi>`, which shows nothing of itself.
    const body = (await answer.body.text()).replaceAll(/<\/?bdi>/g, '')
    const location = [answer.headers['location'] ?? []].flat()[0]
    return {
      ...{ url: url.href, status: answer.statusCode, headers: answer.headers, body },
      location: location === undefined ? undefined : new URL(location, url).href,
      json: <T>() => JSON.parse(body) as T,
    }
  }

  const navigation = (from: string | undefined, to: string): Record<string, string> => ({
    accept: 'text/html,application/xhtml+xml',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-user': '?1',
    'sec-fetch-site': siteBetween(from, to),
  })

  async function follow(first: AgentAnswer, stopAt: string | undefined): Promise<AgentAnswer> {
    let answer = first
    for (
      let hops = 0;
      answer.location !== undefined && answer.status >= 300 && answer.status < 400;
      hops += 1
    ) {
      if (hops === MAX_REDIRECTS) throw new Error(`Too many redirects, the last one to ${answer.location}`)
      if (stopAt !== undefined && answer.location.startsWith(stopAt)) return answer
      answer = await send('GET', answer.location, { headers: navigation(answer.url, answer.location) })
    }
    return answer
  }

  async function post(
    url: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    options: { stopAt?: string; from?: string } = {},
  ): Promise<AgentAnswer> {
    const from = options.from ?? url
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((it) => [name, it] as [string, string]),
      ),
    ).toString()
    const headers = {
      ...navigation(from, url),
      origin: new URL(from).origin,
      referer: from,
      'content-type': 'application/x-www-form-urlencoded',
    }
    return follow(await send('POST', url, { headers, body }), options.stopAt)
  }

  return {
    send,
    visit: async (url, options) =>
      follow(await send('GET', url, { headers: navigation(undefined, url) }), options?.stopAt),
    submit: (page, form, fields = {}, options = {}) =>
      post(form.action, { ...form.values, ...fields }, { from: page.url, ...options }),
    post,
    cookies,
    setCookie: (url, name, value) => keep(new URL(url), `${name}=${value}; Path=/`),
    allCookies: () => [...jar.values()].flat(),
    clearCookies: (url) => (url === undefined ? jar.clear() : void jar.delete(new URL(url).hostname)),
  }
}

function siteBetween(from: string | undefined, to: string): string {
  if (from === undefined) return 'none'
  const [a, b] = [new URL(from), new URL(to)]
  if (a.origin === b.origin) return 'same-origin'
  return a.hostname === b.hostname && a.protocol === b.protocol ? 'same-site' : 'cross-site'
}
