import { CONNECT_WITHIN_MINUTES } from '@counterfoil/bff-api/connect-form'
import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import type { Catalogue } from '#words/en.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'

export type ResultCatalogue = Catalogue & { readonly result: PartWords['result'] }

export interface ResultWords {
  readonly title: string
  /** The text may contain `**strong**` parts. */
  readonly body: string
}

/** Returns the heading and body of a result screen. Every outcome has its own. */
export function resultWords(
  connectResult: ConnectResult,
  provider: string,
  t: ResultCatalogue,
  format: Format & { readonly permissions: (values: readonly string[]) => readonly string[] },
): ResultWords {
  const words = t.result
  const name = connectResult.businessName ?? t.app.allBusinesses
  switch (connectResult.outcome) {
    case 'connected':
      return { title: words.connected.title(name), body: words.connected.body(provider) }
    case 'connected_less':
      return {
        title: t.state.limited,
        // Each name is strong, since "customers and products and services" are two names.
        body: words.connected_less.body(
          name,
          format.list(format.permissions(connectResult.missing).map((thing) => `**${thing}**`)),
        ),
      }
    case 'still_connected':
      return { title: words.still_connected.title(name), body: words.still_connected.body }
    case 'switched':
      return switchedWords(connectResult, { name, provider }, t)
    case 'declined':
      return declinedWords(connectResult, words.declined)
    case 'no_business':
      return { title: words.no_business.title, body: words.no_business.body(provider) }
    case 'expired':
      return { title: words.expired.title, body: words.expired.body(CONNECT_WITHIN_MINUTES) }
    case 'mismatch':
      return { title: words.mismatch.title, body: words.mismatch.body(provider) }
    case 'other_business':
      return otherBusinessWords(connectResult, t)
    case 'other_person':
      return otherPersonWords(connectResult, provider, t)
    case 'other_account':
      return otherAccountWords(connectResult, provider, t)
    case 'plan_ended':
      return {
        title: words.plan_ended.title(connectResult.businessName ?? t.app.yourBusiness),
        body:
          connectResult.connectionId === null ? words.plan_ended.body(provider) : words.plan_ended.bodyStill,
      }
    case 'provider_failed':
      return { title: words.provider_failed.title(provider), body: words.provider_failed.body }
    case 'misconfigured':
      return { title: t.state.misconfigured, body: words.misconfigured.body }
    case 'rate_limited':
      return rateLimitedWords(connectResult, words.rate_limited, format)
  }
}

function rateLimitedWords(
  connectResult: ConnectResult,
  words: ResultCatalogue['result']['rate_limited'],
  format: Format,
): ResultWords {
  const { retryAt } = connectResult
  return { title: words.title, body: retryAt === null ? words.bodySoon : words.body(format.clock(retryAt)) }
}

/** Returns the text after a switch: the replaced business, and whether the provider has confirmed its revocation. */
function switchedWords(
  connectResult: ConnectResult,
  { name, provider }: { readonly name: string; readonly provider: string },
  t: ResultCatalogue,
): ResultWords {
  const words = t.result.switched
  const before = connectResult.replaced?.businessName ?? t.app.yourBusiness
  const body = connectResult.replaced?.revocation === 'confirmed' ? words.confirmed : words.confirming
  return { title: words.title(name), body: body(before, provider) }
}

function otherBusinessWords(connectResult: ConnectResult, t: ResultCatalogue): ResultWords {
  const words = t.result.other_business
  const expected = connectResult.expected?.businessName ?? t.app.allBusinesses
  const received = connectResult.received?.businessName ?? t.app.allBusinesses
  return { title: words.title, body: words.body(expected, received) }
}

function otherPersonWords(connectResult: ConnectResult, provider: string, t: ResultCatalogue): ResultWords {
  const words = t.result.other_person
  const name = connectResult.expected?.businessName ?? connectResult.businessName ?? t.app.allBusinesses
  const expected = connectResult.expected?.email ?? t.profile.notGiven
  const received = connectResult.received?.email ?? t.profile.notGiven
  return { title: words.title(provider), body: words.body(name, expected, received) }
}

/** Returns the text for another account: its address, and what happens to the businesses of the previous account. */
function otherAccountWords(connectResult: ConnectResult, provider: string, t: ResultCatalogue): ResultWords {
  const words = t.result.other_account
  const received = connectResult.received?.email ?? t.profile.notGiven
  const expected = connectResult.expected?.email ?? undefined
  const body =
    expected === undefined
      ? words.bodyUnknown(connectResult.expected?.businessName ?? t.app.yourBusiness, received)
      : words.body(expected, received)
  const stay =
    connectResult.stayConnected === null || connectResult.stayConnected === 0 || expected === undefined
      ? []
      : [words.stay(connectResult.stayConnected, expected)]
  const stop =
    connectResult.replaced === null
      ? []
      : [words.stop(connectResult.replaced.businessName ?? t.app.yourBusiness)]
  return { title: words.title(provider), body: [body, ...stay, ...stop].join(' ') }
}

/** Returns the text after a refusal. Refusing more permissions or a reconnection leaves the existing connection. */
function declinedWords(
  connectResult: ConnectResult,
  words: ResultCatalogue['result']['declined'],
): ResultWords {
  if (connectResult.intent === 'allow_more') return { title: words.titleMore, body: words.bodyMore }
  if (connectResult.intent === 'sign_in') return { title: words.titleSignIn, body: words.bodySignIn }
  if (connectResult.intent !== 'connect' && connectResult.businessName !== null)
    return { title: words.titleStill, body: words.bodyStill(connectResult.businessName) }
  return { title: words.title, body: words.body }
}

/** Returns the labels of the two answers if an unexpected business or person was returned. */
export function decisionWords(
  connectResult: ConnectResult,
  t: ResultCatalogue,
): { readonly keep: string; readonly switch: string } {
  if (connectResult.outcome === 'other_person') {
    return {
      keep: t.result.other_person.keep(connectResult.expected?.email ?? t.profile.notGiven),
      switch: t.result.other_person.switch(connectResult.received?.email ?? t.profile.notGiven),
    }
  }
  if (connectResult.outcome === 'other_account') {
    const words = t.result.other_account
    const expected = connectResult.expected?.email ?? undefined
    return {
      keep: expected === undefined ? words.keepUnknown : words.keep(expected),
      switch: words.switch(connectResult.received?.email ?? t.profile.notGiven),
    }
  }
  return {
    keep: t.result.other_business.keep(connectResult.expected?.businessName ?? t.app.allBusinesses),
    switch: t.result.other_business.switch(connectResult.received?.businessName ?? t.app.allBusinesses),
  }
}
