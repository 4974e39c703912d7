import type { FlowResult } from '@counterfoil/bff-api/flow'
import type { Format } from '#words/format.ts'
import { permissionNames } from '#words/permission-words.ts'
import type { ResultCatalogue } from '#words/result-words.ts'

export interface ResultWords {
  readonly title: string
  /** May carry `**strong**` parts. */
  readonly body: string
}

/** Heading and body of a result screen. Every outcome has its own. */
export function resultWords(
  flow: FlowResult,
  provider: string,
  t: ResultCatalogue,
  format: Format,
): ResultWords {
  const words = t.result
  const name = flow.businessName ?? t.app.allBusinesses
  const expected = flow.expected
  const received = flow.received
  switch (flow.outcome) {
    case 'connected':
      return { title: words.connected.title(name), body: words.connected.body(provider) }
    case 'connected_less':
      return {
        title: t.state.limited,
        // Each name is strong: "customers and products and services" are two things.
        body: words.connected_less.body(
          name,
          format.list(permissionNames(flow.missing, t).map((thing) => `**${thing}**`)),
        ),
      }
    case 'still_connected':
      return { title: words.still_connected.title(name), body: words.still_connected.body }
    case 'switched':
      return switchedWords(flow, name, provider, t)
    case 'declined':
      return declinedWords(flow, words.declined)
    case 'no_business':
      return { title: words.no_business.title, body: words.no_business.body(provider) }
    case 'expired':
      return { title: words.expired.title, body: words.expired.body }
    case 'mismatch':
      return { title: words.mismatch.title, body: words.mismatch.body(provider) }
    case 'other_business':
      return {
        title: words.other_business.title,
        body: words.other_business.body(
          expected?.businessName ?? t.app.allBusinesses,
          received?.businessName ?? t.app.allBusinesses,
        ),
      }
    case 'other_person':
      return {
        title: words.other_person.title(provider),
        body: words.other_person.body(
          expected?.businessName ?? name,
          expected?.email ?? t.profile.notGiven,
          received?.email ?? t.profile.notGiven,
        ),
      }
    case 'other_account':
      return otherAccountWords(flow, provider, t)
    case 'plan_ended':
      return {
        title: words.plan_ended.title(flow.businessName ?? t.app.yourBusiness),
        body: flow.connectionId === null ? words.plan_ended.body(provider) : words.plan_ended.bodyStill,
      }
    case 'provider_failed':
      return { title: words.provider_failed.title(provider), body: words.provider_failed.body }
    case 'misconfigured':
      return { title: t.state.misconfigured, body: words.misconfigured.body }
    case 'rate_limited':
      return {
        title: words.rate_limited.title,
        body:
          flow.retryAt === null
            ? words.rate_limited.bodySoon
            : words.rate_limited.body(format.clock(flow.retryAt)),
      }
  }
}

/** What was replaced, and what the provider has said about its end. */
function switchedWords(flow: FlowResult, name: string, provider: string, t: ResultCatalogue): ResultWords {
  const words = t.result.switched
  const before = flow.replaced?.businessName ?? t.app.yourBusiness
  const body = flow.replaced?.revocation === 'confirmed' ? words.confirmed : words.confirming
  return { title: words.title(name), body: body(before, provider) }
}

/** Whose account came back, and what becomes of the businesses of the one before. */
function otherAccountWords(flow: FlowResult, provider: string, t: ResultCatalogue): ResultWords {
  const words = t.result.other_account
  const received = flow.received?.email ?? t.profile.notGiven
  const expected = flow.expected?.email ?? undefined
  const body =
    expected === undefined
      ? words.bodyUnknown(flow.expected?.businessName ?? t.app.yourBusiness, received)
      : words.body(expected, received)
  const stay =
    flow.stayConnected === null || flow.stayConnected === 0 || expected === undefined
      ? []
      : [words.stay(flow.stayConnected, expected)]
  const stop = flow.replaced === null ? [] : [words.stop(flow.replaced.businessName ?? t.app.yourBusiness)]
  return { title: words.title(provider), body: [body, ...stay, ...stop].join(' ') }
}

/** Saying no to more, or to a reconnection, leaves a connection that is still there. */
function declinedWords(flow: FlowResult, words: ResultCatalogue['result']['declined']): ResultWords {
  if (flow.intent === 'allow_more') return { title: words.titleMore, body: words.bodyMore }
  if (flow.intent === 'sign_in') return { title: words.titleSignIn, body: words.bodySignIn }
  if (flow.intent !== 'connect' && flow.businessName !== null)
    return { title: words.titleStill, body: words.bodyStill(flow.businessName) }
  return { title: words.title, body: words.body }
}

/** The label of the two answers when something other than asked came back. */
export function decisionWords(
  flow: FlowResult,
  t: ResultCatalogue,
): { readonly keep: string; readonly switch: string } {
  if (flow.outcome === 'other_person') {
    return {
      keep: t.result.other_person.keep(flow.expected?.email ?? t.profile.notGiven),
      switch: t.result.other_person.switch(flow.received?.email ?? t.profile.notGiven),
    }
  }
  if (flow.outcome === 'other_account') {
    const words = t.result.other_account
    const expected = flow.expected?.email ?? undefined
    return {
      keep: expected === undefined ? words.keepUnknown : words.keep(expected),
      switch: words.switch(flow.received?.email ?? t.profile.notGiven),
    }
  }
  return {
    keep: t.result.other_business.keep(flow.expected?.businessName ?? t.app.allBusinesses),
    switch: t.result.other_business.switch(flow.received?.businessName ?? t.app.allBusinesses),
  }
}
