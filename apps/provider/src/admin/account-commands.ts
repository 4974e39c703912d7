import type { BusinessId } from '@counterfoil/oauth/ids'
import { newUuid } from '#crypto/new-uuid.ts'
import { compareNames } from '#businesses/compare-names.ts'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import {
  CommandError,
  isOn,
  requiredText,
  textOf,
  wordOf,
  type Command,
  type CommandDependencies,
} from './command.ts'
import { findBusiness, findUser } from './find-records.ts'

const ROLES = ['owner', 'admin', 'editor', 'viewer'] as const
const PLAN_STATES = ['active', 'lapsed', 'ineligible'] as const
const PLAN_REASONS = ['plan_ended', 'trial_over', 'payment_failed', 'plan_too_small'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/

const USER = { user: { kind: 'text', help: 'email or id of the person', required: true } } as const
/** Of a plan, in every command and answer: its `state`, and its `planName`. */
const STATE = { kind: 'text', help: PLAN_STATES.join(', ') } as const
const BUSINESS = { business: { kind: 'text', help: 'id or name of the business', required: true } } as const

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'business create',
    summary: 'Makes a business with its owner and its plan.',
    options: {
      owner: { kind: 'text', help: 'email or id of the owner', required: true },
      name: { kind: 'text', help: 'what it is called', required: true },
      currency: { kind: 'text', help: 'ISO 4217; CAD unless told' },
      city: { kind: 'text', help: 'where it is' },
      country: { kind: 'text', help: 'ISO 3166-1, two letters; CA unless told' },
      state: { ...STATE, help: `of its plan: ${STATE.help}; active unless told` },
      'plan-name': { kind: 'text', help: 'Pro unless told' },
      personal: { kind: 'switch', help: 'a personal business' },
      archived: { kind: 'switch', help: 'an archived business' },
    },
    async run({ db, clock }, options) {
      const owner = await findUser(db, requiredText(options, 'owner'))
      const state = wordOf(options, 'state', PLAN_STATES) ?? 'active'
      const currency = textOf(options, 'currency') ?? 'CAD'
      const country = textOf(options, 'country') ?? 'CA'
      if (!/^[A-Z]{3}$/.test(currency))
        throw new CommandError('invalid', '--currency must be three capital letters.')
      if (!/^[A-Z]{2}$/.test(country))
        throw new CommandError('invalid', '--country must be two capital letters.')
      const now = new Date(clock())
      const id = newUuid<BusinessId>()
      const name = requiredText(options, 'name')
      const plan = planRow(id, state, textOf(options, 'plan-name') ?? 'Pro', now)
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('businesses')
          .values({
            id,
            name,
            currency_code: currency,
            city: textOf(options, 'city') ?? null,
            country_code: country,
            is_personal: isOn(options, 'personal'),
            is_archived: isOn(options, 'archived'),
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
  },
  {
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
  },
  {
    name: 'plan set',
    summary: 'Changes the plan of a business; it takes effect on the next call.',
    options: {
      ...BUSINESS,
      state: { ...STATE, required: true },
      'plan-name': { kind: 'text', help: 'for example Pro; as it was unless told' },
      reason: { kind: 'text', help: `why it is not active: ${PLAN_REASONS.join(', ')}` },
      on: { kind: 'text', help: 'yyyy-MM-dd: paid until, or ended on' },
    },
    async run(deps, options) {
      const business = await findBusiness(deps.db, requiredText(options, 'business'))
      const state = wordOf(options, 'state', PLAN_STATES)
      if (state === undefined) throw new CommandError('usage', '--state is required.')
      const day = textOf(options, 'on')
      if (day !== undefined && (!DAY.test(day) || Number.isNaN(Date.parse(day)))) {
        throw new CommandError('invalid', '--on must be a day written as yyyy-MM-dd.')
      }
      const reason = wordOf(options, 'reason', PLAN_REASONS)
      const now = new Date(deps.clock())
      const planName = textOf(options, 'plan-name') ?? (await findPlanName(deps, business.id))
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
  },
  {
    name: 'member add',
    summary:
      'Lets a person into a business, or changes their role; what an editor or viewer had allowed for it ends.',
    options: { ...USER, ...BUSINESS, role: { kind: 'text', help: ROLES.join(', '), required: true } },
    async run({ db, accessRevocations }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      const business = await findBusiness(db, requiredText(options, 'business'))
      const role = wordOf(options, 'role', ROLES)
      if (role === undefined) throw new CommandError('usage', '--role is required.')
      await accessRevocations.setRole(user.id, business.id, role)
      return { user: user.email, business: business.name, role }
    },
  },
  {
    name: 'member remove',
    summary: 'Takes a person out of a business; what they allowed for it ends at once.',
    options: { ...USER, ...BUSINESS },
    async run({ db, accessRevocations }, options) {
      const user = await findUser(db, requiredText(options, 'user'))
      const business = await findBusiness(db, requiredText(options, 'business'))
      return {
        user: user.email,
        business: business.name,
        removed: await accessRevocations.removeMember(user.id, business.id),
      }
    },
  },
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
    reason: reason[state] as (typeof PLAN_REASONS)[number] | null,
    ends_on: null as string | null,
    ended_on: state === 'lapsed' ? now.toISOString().slice(0, 10) : null,
    modified_at: now,
  }
}
