import type { BusinessId } from '@counterfoil/oauth/ids'
import { verifyBooks } from '#books/ledger/verify-store.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import { compareNames } from '#businesses/compare-names.ts'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import {
  command,
  type Command,
  CommandError,
  type CommandDependencies,
  onOff,
  required,
  text,
  word,
} from './command.ts'
import { BUSINESS, business, USER, user } from './find-records.ts'

const ROLES = ['owner', 'admin', 'editor', 'viewer'] as const
const PLAN_STATES = ['active', 'lapsed', 'ineligible'] as const
const PLAN_REASONS = ['plan_ended', 'trial_over', 'payment_failed', 'plan_too_small'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const ACCOUNT_COMMANDS: readonly Command[] = [
  command({
    name: 'business create',
    summary: 'Makes a business with its owner and its plan.',
    options: {
      owner: required(user('email or id of the owner')),
      name: required(text('what it is called')),
      currency: text('ISO 4217; CAD by default'),
      city: text('where it is'),
      country: text('ISO 3166-1, two letters; CA by default'),
      state: word(PLAN_STATES, `of its plan: ${PLAN_STATES.join(', ')}; active by default`),
      'plan-name': text('Pro by default'),
      personal: onOff('a personal business'),
      archived: onOff('an archived business'),
    },
    async run({ db, clock }, options) {
      const { owner, name, state = 'active', currency = 'CAD', country = 'CA' } = options
      if (!/^[A-Z]{3}$/.test(currency))
        throw new CommandError('invalid', '--currency must be three capital letters.')
      if (!/^[A-Z]{2}$/.test(country))
        throw new CommandError('invalid', '--country must be two capital letters.')
      const now = new Date(clock())
      const id = newUuid<BusinessId>()
      const plan = planRow(id, state, options['plan-name'] ?? 'Pro', now)
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('businesses')
          .values({
            id,
            name,
            currency_code: currency,
            city: options.city ?? null,
            country_code: country,
            is_personal: options.personal === true,
            is_archived: options.archived === true,
            created_at: now,
            modified_at: now,
          })
          .execute()
        await trx
          .insertInto('memberships')
          .values({ user_id: owner.id, business_id: id, role: 'owner', created_at: now })
          .execute()
        await trx.insertInto('plans').values(plan).execute()
      })
      return {
        id,
        businessId: wireIdOf('Business', id),
        name,
        owner: owner.email,
        state,
        planName: plan.name,
      }
    },
  }),
  command({
    name: 'business list',
    summary: 'Every business with its plan.',
    options: {},
    async run({ db }) {
      const rows = await db
        .selectFrom('businesses as b')
        .leftJoin('plans as p', 'p.business_id', 'b.id')
        .select(['b.id', 'b.name', 'p.state', 'p.name as planName', 'b.is_archived'])
        .orderBy('b.name')
        .execute()
      return {
        businesses: rows
          .toSorted((one, other) => compareNames(one.name, other.name))
          .map((row) => ({
            id: row.id,
            businessId: wireIdOf('Business', row.id),
            name: row.name,
            state: row.state,
            planName: row.planName,
            archived: row.is_archived,
          })),
      }
    },
  }),
  command({
    name: 'plan set',
    summary: 'Changes the plan of a business; it takes effect on the next call.',
    options: {
      ...BUSINESS,
      state: required(word(PLAN_STATES)),
      'plan-name': text('for example Pro; unchanged by default'),
      reason: word(PLAN_REASONS, `why it is not active: ${PLAN_REASONS.join(', ')}`),
      on: text('yyyy-MM-dd: paid until, or ended on'),
    },
    async run(deps, { business, state, 'plan-name': named, reason, on: day }) {
      if (day !== undefined && (!DAY.test(day) || Number.isNaN(Date.parse(day)))) {
        throw new CommandError('invalid', '--on must be a day written as yyyy-MM-dd.')
      }
      const now = new Date(deps.clock())
      const planName = named ?? (await findPlanName(deps, business.id))
      const row = {
        ...planRow(business.id, state, planName, now),
        ...(reason === undefined || state === 'active' ? {} : { reason }),
        ...(day === undefined ? {} : { [state === 'active' ? 'ends_on' : 'ended_on']: day }),
      }
      await deps.db
        .insertInto('plans')
        .values(row)
        .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
        .execute()
      return {
        id: business.id,
        businessId: wireIdOf('Business', business.id),
        business: business.name,
        state,
        planName,
        reason: row.reason,
      }
    },
  }),
  command({
    name: 'member add',
    summary:
      'Lets a person into a business, or changes their role; what an editor or viewer had allowed for it ends.',
    options: { ...USER, ...BUSINESS, role: required(word(ROLES)) },
    async run({ accessRevocations }, { user: member, business, role }) {
      await accessRevocations.setRole(member.id, business.id, role)
      return { user: member.email, business: business.name, role }
    },
  }),
  command({
    name: 'member remove',
    summary: 'Takes a person out of a business; what they allowed for it ends at once.',
    options: { ...USER, ...BUSINESS },
    async run({ accessRevocations }, { user: member, business }) {
      return {
        user: member.email,
        business: business.name,
        removed: await accessRevocations.removeMember(member.id, business.id),
      }
    },
  }),
  command({
    name: 'books verify',
    summary: 'Computes again what books keep, and says what differs. It changes nothing.',
    options: { business: business('id or name of the business; all of them by default') },
    async run({ db }, { business: only }) {
      const businesses = only === undefined ? await allBusinesses(db) : [only]
      const differences = []
      for (const { id, name } of businesses) {
        for (const difference of await verifyBooks(db, id))
          differences.push({ business: name, id, ...difference })
      }
      return { businesses: businesses.length, differences }
    },
  }),
]

async function findPlanName({ db }: CommandDependencies, businessId: BusinessId): Promise<string> {
  const plan = await db
    .selectFrom('plans')
    .select('name')
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return plan?.name ?? 'Pro'
}

function planRow(businessId: BusinessId, state: (typeof PLAN_STATES)[number], name: string, now: Date) {
  const reason = { active: null, lapsed: 'plan_ended', ineligible: 'plan_too_small' } as const
  return {
    business_id: businessId,
    state,
    name,
    reason: reason[state],
    ends_on: null,
    ended_on: state === 'lapsed' ? now.toISOString().slice(0, 10) : null,
    modified_at: now,
  }
}

function allBusinesses(db: CommandDependencies['db']) {
  return db.selectFrom('businesses').select(['id', 'name']).orderBy('id').execute()
}
