import { createSeededRandom } from '@counterfoil/testkit/seeded-random'
import { caseCount, testSeed } from '@counterfoil/testkit/sample'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { asBusinessId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { answer, backAt, CALLBACK, consentPageOf } from '#testing/harbour-client.ts'
import { runHarbour, type HarbourWorld } from '#testing/harbour-world.ts'
import { wordsFor } from '#words/words.ts'

const world = {} as HarbourWorld
runHarbour(world)

const WORDS = wordsFor('en', 'Harbour')
const { consent: words, permissions: NAMES } = WORDS
type Key = Exclude<keyof typeof NAMES, 'later'>

/** The permission of each scope, in the order of the page. */
const LINES: readonly (readonly [kind: 'see' | 'change' | 'send', scope: string, key: Key])[] = [
  ['see', 'user:read', 'see_profile'],
  ['see', 'business:read', 'see_business'],
  ['see', 'account:read', 'see_accounts'],
  ['see', 'customer:read', 'see_customers'],
  ['see', 'invoice:read', 'see_invoices'],
  ['see', 'vendor:read', 'see_vendors'],
  ['change', 'customer:write', 'change_customers'],
  ['change', 'invoice:write', 'change_invoices'],
  ['change', 'vendor:write', 'change_vendors'],
  ['send', 'invoice:send', 'send_invoices'],
]
const SCOPES = [...LINES.map(([, scope]) => scope), 'invoice:*', 'offline_access']
const REASONS = ['plan_ended', 'trial_over', 'payment_failed', 'plan_too_small'] as const
const FOREIGN = wireIdOf('Business', asBusinessId('00000000-0000-4000-8000-000000000000'))

type Business = {
  readonly name: string
  readonly role: 'owner' | 'admin' | 'editor' | 'viewer'
  readonly isArchived: boolean
  readonly plan: 'Starter' | 'Pro' | 'Club'
  readonly state: 'active' | 'lapsed' | 'ineligible'
  readonly reason: (typeof REASONS)[number]
  /** The day until which the plan is paid, or on which it ended, as `yyyy-MM-dd`. */
  readonly on: string | undefined
}

type World = {
  readonly businesses: readonly Business[]
  readonly coversAll: boolean
  readonly isChecked: boolean
  readonly scopes: readonly string[]
  /** The scopes allowed before, for the first business that can be chosen or for all businesses. */
  readonly earlier: readonly string[] | undefined
  readonly asked: number | 'foreign' | undefined
}

function drawWorld(random: () => number): World {
  const pick = <Each>(list: readonly Each[]): Each => list[Math.floor(random() * list.length)] as Each
  const draw = (list: readonly string[], most: number) => {
    const drawn = list.filter(() => random() * list.length < most)
    return drawn.some((scope) => scope !== 'offline_access') ? drawn : ['user:read']
  }
  const count = pick([0, 1, 1, 2, 3, 5, 14])
  // In half of the worlds many businesses can be chosen.
  const isCalm = random() < 0.5
  const businesses = Array.from({ length: count }, (_, at): Business => ({
    name: `${pick(['Fern & Co', 'Zoë’s “Café”', 'Quay <Sons>'])} ${at}`,
    role: pick(isCalm ? ['owner', 'admin'] : ['owner', 'admin', 'editor', 'viewer']),
    isArchived: !isCalm && random() < 0.2,
    plan: pick(['Starter', 'Pro', 'Club']),
    state: pick(isCalm ? ['active', 'active', 'active', 'lapsed'] : ['active', 'lapsed', 'ineligible']),
    reason: pick(REASONS),
    on: pick([undefined, '2031-03-01', '2019-12-31']),
  }))
  return {
    businesses,
    coversAll: random() < 0.3,
    isChecked: random() < 0.5,
    scopes: draw(SCOPES, pick([2, 6, 12])),
    earlier: random() < 0.6 ? draw(SCOPES, 6) : undefined,
    asked: pick([undefined, undefined, 'foreign', ...businesses.keys()]),
  }
}

/** Formats a day as "1 March 2031", without the current year unless `isFull`. */
function dayText(day: string, isFull: boolean): string {
  const [year, month, date] = day.split('-').map(Number)
  const months =
    'January February March April May June July August September October November December'.split(' ')
  const text = `${date} ${months[(month ?? 1) - 1]}`
  return isFull || year !== new Date().getUTCFullYear() ? `${text} ${year}` : text
}
const today = () => new Date().toISOString().slice(0, 10)

const canChoose = ({ role, isArchived, state }: Business) =>
  (role === 'owner' || role === 'admin') && !isArchived && state === 'active'

function whyNot({ role, isArchived, plan, state, reason, on }: Business): string {
  if (role === 'editor' || role === 'viewer')
    return 'Only an owner or admin of it can connect apps. Ask one of them to do it.'
  if (isArchived) return 'It is archived.'
  const day = on ?? (state === 'lapsed' ? today() : undefined)
  const ended = day === undefined ? '' : ` on ${dayText(day, false)}`
  if (reason === 'plan_ended') return `Its ${plan} plan ended${ended}.`
  if (reason === 'trial_over') return day === undefined ? 'Its trial is over.' : `Its trial ended${ended}.`
  if (reason === 'payment_failed') return 'Its last payment failed.'
  return plan === 'Pro'
    ? 'It has no plan that includes connected apps.'
    : `Its ${plan} plan doesn’t include connected apps.`
}

/** Returns the permissions of these scopes as the page lists them: kind, name and parts. */
function linesOf(scopes: readonly string[]) {
  const all = scopes.includes('invoice:*')
  const has = (scope: string) => scopes.includes(scope) || (all && scope.startsWith('invoice:'))
  const both = has('customer:read') && has('invoice:read')
  return LINES.filter(([, scope]) => has(scope) && !(both && scope === 'invoice:read')).map(
    ([kind, scope, key]) => {
      const isLater = all && (scope.startsWith('invoice:') || (both && scope === 'customer:read'))
      const { name, what } = NAMES[both && scope === 'customer:read' ? 'see_customers_invoices' : key]
      return { kind, text: `${name}: ${what}${isLater ? `, ${NAMES.later}` : ''}` }
    },
  )
}

const isCovered = (scope: string, by: readonly string[]) =>
  by.includes(scope) || by.includes(`${scope.split(':')[0]}:*`)

function expectedPage({ businesses, coversAll, isChecked, earlier, ...drawn }: World) {
  // This scope grants nothing.
  const scopes = drawn.scopes.filter((scope) => scope !== 'offline_access')
  // An application that gets all businesses cannot ask for one.
  const asked = coversAll ? undefined : drawn.asked
  const choosable = businesses.filter(canChoose)
  const blocked = businesses.filter((business) => !canChoose(business))
  const askedOne = typeof asked === 'number' ? businesses[asked] : undefined
  const notice =
    asked === 'foreign'
      ? 'The business Counterfoil asked for isn’t in this account.'
      : askedOne === undefined || canChoose(askedOne)
        ? undefined
        : `Counterfoil asked for ${askedOne.name}. ${whyNot(askedOne)}`
  const shared = {
    blocked: blocked.map((business) => `${business.name}: ${whyNot(business)}`).toSorted(),
    notice,
  }
  if (businesses.length === 0)
    return { ...shared, title: 'You don’t have a business in Harbour yet.', notice: undefined }
  if (choosable.length === 0) return { ...shared, title: 'No business can be connected yet' }

  const isAskedFine = askedOne !== undefined && canChoose(askedOne)
  const isAskedBlocked = askedOne !== undefined && !canChoose(askedOne)
  const only = choosable.length === 1 && !isAskedBlocked ? choosable[0] : undefined
  const chosen = isAskedFine ? askedOne : only
  const known = earlier !== undefined && (coversAll || chosen === choosable[0]) ? earlier : undefined
  const fresh = scopes.filter((scope) => known === undefined || !isCovered(scope, known))
  const isMore = known !== undefined && fresh.length > 0 && fresh.length < scopes.length
  const lines = linesOf(scopes)
  const listed = isMore ? linesOf(fresh) : lines
  const kinds = lines.map(({ kind }) => kind)
  const reach = kinds.includes('change') ? 'change' : kinds.includes('send') ? 'send' : 'see'
  const count = listed.length
  const { titleMore, title, wants, wantsAll } = words
  const host = new URL(CALLBACK).host
  return {
    ...shared,
    title: isMore
      ? titleMore('Counterfoil', count)
      : coversAll
        ? 'Give Counterfoil access to all your businesses?'
        : title[reach]('Counterfoil'),
    who: textOf(`${(coversAll ? wantsAll : wants[reach])('Counterfoil', host)}`),
    unchecked: isChecked
      ? undefined
      : `Harbour hasn’t checked this app. Only the address is certain: ${host}.`,
    blockedCount:
      blocked.length === 0
        ? undefined
        : `${blocked.length} business${blocked.length === 1 ? '' : 'es'} can’t be connected yet`,
    covered: coversAll ? choosable.map(({ name }) => name).toSorted() : [],
    choices: coversAll
      ? []
      : choosable
          .map((business) => {
            const { name, plan, on } = business
            const until = on === undefined ? 'active' : `active until ${dayText(on, true)}`
            const isKnown = earlier !== undefined && business === choosable[0]
            const connected = isKnown ? ` Connected ${dayText(today(), false)}` : ''
            const note = isAskedFine && business === askedOne ? ' Counterfoil asked for this one.' : ''
            return `${name} ${plan} plan, ${until}${connected}${note}${business === chosen ? ' (on)' : ''}`
          })
          .toSorted(),
    hasSearch: !coversAll && choosable.length >= 9,
    listed: (['see', 'change', 'send'] as const).flatMap((kind) => {
      const heading = { see: 'will be able to see', change: 'can change', send: 'can send' }[kind]
      const these = listed.filter((line) => line.kind === kind)
      return these.length === 0
        ? []
        : [`What Counterfoil ${heading}`, ...these.map(({ text }) => (isMore ? `New ${text}` : text))]
    }),
    already: isMore ? already(scopes.filter((scope) => !fresh.includes(scope))) : [],
    allowedBefore:
      known !== undefined && fresh.length === 0
        ? `You allowed this on ${dayText(today(), true)}.`
        : undefined,
    cant:
      reach === 'see'
        ? 'Counterfoil can’t move money, change your books, or see your password.'
        : 'Counterfoil can’t move money or see your password.',
  }
}

function already(scopes: readonly string[]) {
  const lines = linesOf(scopes)
  return [`Already allowed (${lines.length})`, ...lines.map(({ text }) => text)]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the text of a piece of HTML, with single spaces. */
function textOf(html: string): string {
  const bare = html.replaceAll(/<svg[\s\S]*?<\/svg>/g, '').replaceAll(/<[^>]*>/g, ' ')
  const read = bare.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
  return read
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,)])/g, '$1')
    .replaceAll('( ', '(')
    .trim()
}

const textsOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map((found) => textOf(found[1] ?? ''))

function permissionsIn(html: string) {
  return [
    ...html.matchAll(/<h2>(.*?)<\/h2>|<dt class="thing-head">(.*?)<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/gs),
  ].map(([, heading, head = '', what = '']) => {
    if (heading !== undefined) return textOf(heading)
    const name = textOf(head.replace(/<b class="tag">.*?<\/b>/s, ''))
    return `${head.includes('class="tag"') ? 'New ' : ''}${name}: ${textOf(what)}`
  })
}

/** Returns the text of the page, in the shape of {@link expectedPage}. */
function readPage(body: string) {
  const [blocked = ''] = /<ul class="cannot">.*?<\/ul>/s.exec(body) ?? []
  const shared = {
    title: textsOf(body, /<h1>(.*?)<\/h1>/gs)[0],
    blocked: [...blocked.matchAll(/<li>\s*<p><b>(.*?)<\/b><\/p>\s*<p class="hint">(.*?)<\/p>/gs)]
      .map(([, name = '', reason = '']) => `${textOf(name)}: ${textOf(reason)}`)
      .toSorted(),
    notice: textsOf(body, /<div class="notice warn block">\s*<p>(.*?)<\/p>/gs)[0],
  }
  if (!body.includes('value="allow"')) return shared
  const [, covered = ''] = /<h2>Which businesses\?<\/h2>(.*?)<\/section>/s.exec(body) ?? []
  const [before = '', after = ''] = body.split(/<summary>Already allowed/)
  const openLists = before.slice(before.search(/<section>\s*<h2>(?!Which)/))
  return {
    ...shared,
    who: textsOf(body, /<div class="who">.*?<p>(.*?)<\/p>/gs)[0],
    unchecked: textsOf(body, /<div class="notice"><p>(.*?)<\/p>/gs)[0],
    blockedCount: textsOf(body, /<summary>(\d+ business(?:es)? can’t.*?)<\/summary>/gs)[0],
    covered: textsOf(covered, /<li>(.*?)<\/li>/gs).toSorted(),
    choices: [...body.matchAll(/<label class="choice"[^>]*>(.*?)<\/label>/gs)]
      .map(([, choice = '']) => `${textOf(choice)}${/<input[^>]*checked/.test(choice) ? ' (on)' : ''}`)
      .toSorted(),
    hasSearch: body.includes('id="find-business"'),
    listed: permissionsIn(openLists.split('<div class="aside">')[0] ?? ''),
    already:
      after === ''
        ? []
        : [
            textOf(`Already allowed${after.split('</summary>')[0]}`),
            ...permissionsIn(after.split('<div class="aside">')[0] ?? ''),
          ],
    allowedBefore: textsOf(body, /<p class="block">(You allowed this.*?)<\/p>/gs)[0],
    cant: textsOf(body, /<div class="aside"><p>(.*?)<\/p>/gs)[0],
  }
}

describe('the consent page', () => {
  const random = createSeededRandom(testSeed())
  const worlds = Array.from({ length: caseCount({ all: 250, sampled: 20 }) }, (_, at) => ({
    at,
    drawn: drawWorld(random),
  }))

  it.each(worlds)(
    'shows the right businesses, permissions and earlier consents, in generated world $at',
    async ({ at, drawn }) => {
      const { harbour } = world
      const { admin } = harbour
      const email = `world-${at}@harbour.example`
      const owner = 'many@harbour.example'
      await admin('user', 'create', '--email', email, '--password', DEMO_PASSWORD)
      const ids: string[] = []
      for (const { name, role, isArchived, plan, state, reason, on } of drawn.businesses) {
        const archived = isArchived ? ['--archived'] : []
        const owned = ['--owner', role === 'owner' ? email : owner, '--name', name]
        const { id } = await admin('business', 'create', ...owned, '--plan-name', plan, ...archived)
        const day = on === undefined ? [] : ['--on', on]
        await admin('plan', 'set', '--business', `${id}`, '--state', state, '--reason', reason, ...day)
        if (role !== 'owner')
          await admin('member', 'add', '--user', email, '--business', `${id}`, '--role', role)
        ids.push(`${id}`)
      }
      const restriction = drawn.coversAll ? 'all_businesses' : 'single_business'
      const checked = drawn.isChecked ? '--checked' : '--no-checked'
      const application = [
        '--name',
        'Counterfoil',
        '--redirect',
        CALLBACK,
        '--restriction',
        restriction,
        checked,
      ]
      const { clientId } = await admin('application', 'create', ...application)
      const wireId = (index: number) => wireIdOf('Business', asBusinessId(ids[index] ?? ''))
      const asking = { client_id: `${clientId}`, approval_prompt: 'force' }
      const { agent, page: first } = await consentPageOf(harbour, email, asking)

      const choosable = drawn.businesses.findIndex(canChoose)
      const canAllow = drawn.earlier !== undefined && choosable !== -1
      if (canAllow) {
        const { page } = await consentPageOf(
          harbour,
          email,
          { ...asking, scope: drawn.earlier.join(' ') },
          agent,
        )
        const business = drawn.coversAll ? {} : { business: ids[choosable] ?? '' }
        const allowed = await answer(agent, page, { answer: 'allow', ...business })
        expect(backAt(allowed.location).get('code'), first.url).not.toBeNull()
      }
      const asked =
        drawn.asked === undefined
          ? {}
          : { businessId: drawn.asked === 'foreign' ? FOREIGN : wireId(drawn.asked) }
      const { page } = await consentPageOf(
        harbour,
        email,
        { ...asking, ...asked, scope: drawn.scopes.join(' ') },
        agent,
      )
      const earlier = canAllow ? drawn.earlier : undefined
      expect(readPage(page.body)).toEqual(expectedPage({ ...drawn, earlier }))
      expect(page.body).toContain(`<b>${email}</b>`)
    },
  )
})
