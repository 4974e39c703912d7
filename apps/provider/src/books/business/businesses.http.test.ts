import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { asApplicationId, asBusinessId, asUserId } from '@counterfoil/oauth/testing/ids'
import { ask, startEndpoint, type Endpoint } from '#testing/graphql-endpoint.ts'
import type { PlanState } from '#database/database.ts'

const LIST = `query ($isArchived: Boolean, $page: Int, $pageSize: Int) {
  businesses(isArchived: $isArchived, page: $page, pageSize: $pageSize) {
    edges { node { id name } }
    pageInfo { currentPage totalPages totalCount }
  }
}`

let endpoint: Endpoint

beforeAll(async () => {
  endpoint = await startEndpoint()
})
afterAll(() => endpoint.close())

describe('the businesses a token reaches', () => {
  let userId = asUserId('')
  let applicationId = ''

  beforeAll(async () => {
    applicationId = await endpoint.seed.application()
  })
  const names = (answer: Awaited<ReturnType<typeof ask>>) =>
    answer.body.data.businesses.edges.map((edge: { node: { name: string } }) => edge.node.name)
  const setPlan = ({ uuid }: { readonly uuid: string }, state: PlanState) =>
    endpoint.db.updateTable('plans').set({ state }).where('business_id', '=', asBusinessId(uuid)).execute()

  describe('with a token of one business', () => {
    let harbour = { uuid: '', id: '' }
    let other = { uuid: '', id: '' }
    let foreign = { uuid: '', id: '' }
    let token = ''

    beforeAll(async () => {
      userId = await endpoint.seed.user()
      harbour = await endpoint.seed.business(userId, { name: 'Harbour Café' })
      other = await endpoint.seed.business(userId, { name: 'Second', isDefault: true })
      foreign = await endpoint.seed.business(await endpoint.seed.user(), { name: 'Foreign' })
      token = (
        await endpoint.seed.token({
          userId: asUserId(userId),
          applicationId: asApplicationId(applicationId),
          businessId: asBusinessId(harbour.uuid),
        })
      ).token
    })

    it('reads it by id', async () => {
      const answer = await ask(endpoint, token, `{ business(id: "${harbour.id}") { id name } }`)
      expect(answer.body).toEqual({ data: { business: { id: harbour.id, name: 'Harbour Café' } } })
    })

    it('reads it without an id, even if another business is the default', async () => {
      const answer = await ask(endpoint, token, '{ business { id } }')
      expect(answer.body).toEqual({ data: { business: { id: harbour.id } } })
    })

    it('lists it alone', async () => {
      expect(names(await ask(endpoint, token, LIST))).toEqual(['Harbour Café'])
    })

    it('gives the same answer for a foreign id, another own one, an unknown and a malformed one', async () => {
      const unknown = wireIdOf('Business', asBusinessId('00000000-0000-4000-8000-000000000000'))
      for (const id of [
        foreign.id,
        other.id,
        unknown,
        'BAD_ID',
        '',
        wireIdOf('User', asUserId(harbour.uuid)),
      ]) {
        const answer = await ask(endpoint, token, `query ($id: ID) { business(id: $id) { id } }`, { id })
        expect(answer.status).toBe(200)
        expect(answer.body.data).toEqual({ business: null })
        expect(answer.body.errors).toEqual([
          {
            message: `Business '${id}' could not be found.`,
            locations: [{ line: 1, column: 19 }],
            path: ['business'],
            extensions: { code: 'NOT_FOUND', id: expect.any(String) },
          },
        ])
      }
    })

    it('reports from the next call on that the plan ended, and still answers the user', async () => {
      const query =
        '{ user { defaultEmail } business { id } businesses { edges { node { id } } } countries { code } }'
      for (const state of ['lapsed', 'ineligible'] as const) {
        await setPlan(harbour, state)
        const answer = await ask(endpoint, token, query)
        expect(answer.status).toBe(200)
        expect(answer.body.data.user.defaultEmail).toContain('@example.com')
        expect(answer.body.data.countries.length).toBeGreaterThan(200)
        expect(answer.body.data.business).toBeNull()
        expect(answer.body.data.businesses).toBeNull()
        const problems = answer.body.errors?.map(({ path, extensions }) => [
          path?.join('.'),
          extensions['code'],
          extensions['reason'],
        ])
        expect(problems?.toSorted()).toEqual([
          ['business', 'FORBIDDEN', 'subscription_inactive'],
          ['businesses', 'FORBIDDEN', 'subscription_inactive'],
        ])
      }
      await setPlan(harbour, 'active')
      expect((await ask(endpoint, token, query)).body.errors).toBeUndefined()
    })

    it('treats a foreign id as unknown while the plan is not active', async () => {
      await setPlan(harbour, 'lapsed')
      const answer = await ask(endpoint, token, `{ business(id: "${foreign.id}") { id } }`)
      expect(answer.body.errors?.[0]?.extensions['code']).toBe('NOT_FOUND')
      await setPlan(harbour, 'active')
    })

    it('reveals nothing of the business once the user is no longer a member', async () => {
      const leaving = await endpoint.seed.business(userId, { name: 'Leaving' })
      const granted = await endpoint.seed.token({
        userId: asUserId(userId),
        applicationId: asApplicationId(applicationId),
        businessId: leaving.uuid,
      })
      await endpoint.db.deleteFrom('memberships').where('business_id', '=', leaving.uuid).execute()
      for (const query of ['{ business { id } }', `{ business(id: "${leaving.id}") { id } }`]) {
        const answer = await ask(endpoint, granted.token, query)
        expect(answer.body.data?.business ?? null).toBeNull()
      }
      expect(JSON.stringify((await ask(endpoint, granted.token, LIST)).body)).not.toContain('Leaving')
    })
  })

  describe('with a token of all businesses', () => {
    it('reaches the businesses with an active plan at the time of each call', async () => {
      const user = await endpoint.seed.user()
      const active = await endpoint.seed.business(user, { name: 'Active' })
      const lapsed = await endpoint.seed.business(user, { name: 'Lapsed', plan: 'lapsed' })
      await endpoint.seed.business(user, { name: 'Small', plan: 'ineligible' })
      await endpoint.seed.business(await endpoint.seed.user(), { name: 'Foreign' })
      const { token } = await endpoint.seed.token({
        userId: user,
        applicationId: asApplicationId(applicationId),
      })

      expect(names(await ask(endpoint, token, LIST))).toEqual(['Active'])
      const shut = await ask(endpoint, token, `{ business(id: "${lapsed.id}") { id } }`)
      expect(shut.body.errors?.[0]?.extensions).toMatchObject({
        code: 'FORBIDDEN',
        reason: 'subscription_inactive',
      })

      await setPlan(active, 'lapsed')
      const none = await ask(endpoint, token, LIST)
      expect(none.body.data).toEqual({ businesses: null })
      expect(none.body.errors?.[0]?.extensions['reason']).toBe('subscription_inactive')
    })

    it('uses the default business if no id is given', async () => {
      const user = await endpoint.seed.user()
      await endpoint.seed.business(user, { name: 'Older' })
      await endpoint.seed.business(user, { name: 'Default', isDefault: true })
      const { token } = await endpoint.seed.token({
        userId: user,
        applicationId: asApplicationId(applicationId),
      })
      expect((await ask(endpoint, token, '{ business { name } }')).body.data.business.name).toBe('Default')
    })

    it('answers an empty list and null for a user without businesses', async () => {
      const user = await endpoint.seed.user()
      const { token } = await endpoint.seed.token({
        userId: user,
        applicationId: asApplicationId(applicationId),
      })
      const answer = await ask(
        endpoint,
        token,
        `{ business { id } businesses { edges { node { id } } pageInfo { currentPage totalPages totalCount } } }`,
      )
      expect(answer.body).toEqual({
        data: {
          business: null,
          businesses: { edges: [], pageInfo: { currentPage: 1, totalPages: 0, totalCount: 0 } },
        },
      })
    })
  })

  describe('with a personal token', () => {
    let user = ''
    let token = ''

    beforeAll(async () => {
      user = await endpoint.seed.user()
      token = await endpoint.seed.personalToken(asUserId(user))
      for (let index = 1; index <= 23; index += 1) {
        await endpoint.seed.business(asUserId(user), {
          name: `No ${index}`,
          isArchived: index > 21,
          createdAt: new Date(endpoint.now().getTime() + index),
        })
      }
      await endpoint.seed.business(asUserId(user), { name: 'Lapsed', plan: 'lapsed' })
    })

    it('lists no business whose plan has ended', async () => {
      expect(names(await ask(endpoint, token, LIST, { pageSize: 250 }))).not.toContain('Lapsed')
    })

    it('gives ten a page by default', async () => {
      const answer = await ask(endpoint, token, LIST)
      expect(names(answer)).toEqual(Array.from({ length: 10 }, (_, index) => `No ${index + 1}`))
      expect(answer.body.data.businesses.pageInfo).toEqual({ currentPage: 1, totalPages: 3, totalCount: 21 })
    })

    it.each([-5, 0])('treats page %i as the first', async (page) => {
      const answer = await ask(endpoint, token, LIST, { page })
      expect(answer.body.data.businesses.pageInfo.currentPage).toBe(1)
      expect(names(answer)[0]).toBe('No 1')
    })

    it('returns the rest on the last page', async () => {
      expect(names(await ask(endpoint, token, LIST, { page: 3 }))).toEqual(['No 21'])
    })

    it('returns no edges and the right totals past the end', async () => {
      const answer = await ask(endpoint, token, LIST, { page: 4 })
      expect(answer.body).toEqual({
        data: { businesses: { edges: [], pageInfo: { currentPage: 4, totalPages: 3, totalCount: 21 } } },
      })
    })

    it('returns an empty page far past the end', async () => {
      const answer = await ask(endpoint, token, LIST, { page: 2_147_483_647, pageSize: 250 })
      expect(answer.body.errors).toBeUndefined()
      expect(answer.body.data.businesses.pageInfo.totalCount).toBe(21)
    })

    it.each([
      [undefined, 21],
      [false, 21],
      [true, 2],
      [null, 23],
    ])('counts with isArchived %s', async (isArchived, count) => {
      const answer = await ask(endpoint, token, LIST, isArchived === undefined ? {} : { isArchived })
      expect(answer.body.data.businesses.pageInfo.totalCount).toBe(count)
    })

    it('accepts an explicit null in the query for both filters', async () => {
      const answer = await ask(
        endpoint,
        token,
        '{ businesses(isArchived: null) { pageInfo { totalCount } } }',
      )
      expect(answer.body.data.businesses.pageInfo.totalCount).toBe(23)
    })

    it('returns 250 a page and refuses 251 and 0', async () => {
      expect((await ask(endpoint, token, LIST, { pageSize: 250 })).body.errors).toBeUndefined()
      for (const pageSize of [251, 0, -1]) {
        const answer = await ask(endpoint, token, LIST, { pageSize })
        expect(answer.body.data).toEqual({ businesses: null })
        expect(answer.body.errors?.[0]?.message).toBe('pageSize must be from 1 to 250.')
        expect(answer.body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT')
      }
    })

    it('belongs to no application', async () => {
      expect((await ask(endpoint, token, '{ oAuthApplication { id } }')).body).toEqual({
        data: { oAuthApplication: null },
      })
    })
  })
})
