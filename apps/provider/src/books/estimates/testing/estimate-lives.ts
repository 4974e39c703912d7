import { expect, it } from 'vitest'
import { ask } from '#testing/graphql-endpoint.ts'
import { mutation, type EstimatesWorld } from './estimates-world.ts'

/** Tests of the statuses of an estimate, and of access to it. */
export function estimateLives(world: EstimatesWorld): void {
  const { read, change, newCustomer, faultsOf, item, create, made, does, approved, patch, pay, rowsOf } =
    world

  it('goes from draft to accepted and back, and stores how an estimate was sent and who decided', async () => {
    const estimate = await made()
    expect(faultsOf(await does('estimateMarkSent', estimate, { sendMethod: 'GMAIL' }))).toEqual([
      'estimateId INVALID_STATE',
    ])
    expect((await does('estimateApprove', estimate)).estimate.status).toBe('APPROVED')
    expect(faultsOf(await does('estimateApprove', estimate))).toEqual(['estimateId INVALID_STATE'])
    expect(faultsOf(await does('estimateMarkSent', estimate, { sendMethod: 'NOT_SENT' }))).toEqual([
      'sendMethod INVALID',
    ])
    const skipped = await does('estimateMarkSent', estimate, { sendMethod: 'SKIPPED' })
    expect(skipped.estimate).toMatchObject({ status: 'APPROVED', lastSentAt: null })
    const sent = await does('estimateMarkSent', estimate, {
      sendMethod: 'OUTLOOK',
      sentAt: '2026-11-19T10:00:00Z',
    })
    expect(sent.estimate).toMatchObject({
      status: 'SENT',
      lastSentVia: 'OUTLOOK',
      lastSentAt: '2026-11-19T10:00:00.000Z',
    })
    expect((await does('estimateMarkAccepted', estimate)).estimate.status).toBe('ACCEPTED')
    expect((await does('estimateMarkAccepted', estimate)).didSucceed).toBe(true)
    expect((await does('estimateResetAcceptance', estimate)).estimate.status).toBe('SENT')
    const history = 'history { state entityType name email entityId }'
    const { data } = await read(`estimate(id: "${estimate.id}", embedHistory: true) { ${history} }`)
    expect(data.business.estimate.history).toEqual(
      ['ACCEPTED', 'RESET'].map((state) => ({
        state,
        entityType: 'BUSINESS_OWNER',
        name: 'Ada Quay',
        email: expect.stringContaining('@example.com'),
        entityId: btoa(`User:${world.userId}`),
      })),
    )
    const bare = await read(
      `estimate(id: "${estimate.id}") { history { state } payments { id } attachments { id } }`,
    )
    expect(bare.data.business.estimate).toEqual({ history: null, payments: null, attachments: null })
  })

  it('expires an estimate on the day after its due date, until the due date is moved', async () => {
    const estimate = await approved({ estimateDate: '2026-11-01', dueDate: '2026-11-19' })
    expect(estimate.status).toBe('EXPIRED')
    expect(faultsOf(await does('estimateMarkAccepted', estimate))).toEqual(['estimateId INVALID_STATE'])
    expect(faultsOf(await pay(estimate, '1'))).toEqual(['estimateId INVALID_STATE'])
    const revived = (await patch(estimate, { dueDate: '2026-11-20' })).estimate
    expect(revived.status).toBe('APPROVED')
    expect((await does('estimateMarkAccepted', revived)).estimate.status).toBe('ACCEPTED')
  })

  it('refuses changes of the amounts of an accepted estimate', async () => {
    const estimate = await approved()
    await does('estimateMarkAccepted', estimate)
    const accepted = { ...estimate, status: 'ACCEPTED' }
    expect((await patch(accepted, { memo: 'Soon', items: [item()] })).estimate.memo).toBe('Soon')
    const answer = await patch(accepted, {
      items: [item({ quantity: '2' })],
      discounts: [{ discountType: 'FIXED', amount: '1' }],
      depositStatus: 'ENABLED_OPTIONAL',
      depositUnit: 'AMOUNT',
      depositValue: '1',
    })
    expect(faultsOf(answer)).toEqual([
      'discounts INVALID_STATE',
      'items INVALID_STATE',
      'depositValue INVALID_STATE',
    ])
  })

  it('archives a customer who has estimates instead of deleting them', async () => {
    const id = await newCustomer('Bea')
    const estimate = await made({ customerId: id })
    expect(await change('customerDelete', '', { id })).toEqual({ didSucceed: true, inputErrors: [] })
    const { data } = await read(`estimate(id: "${estimate.id}") { customer { name isArchived } }`)
    expect(data.business.estimate.customer).toEqual({ name: 'Bea', isArchived: true })
    expect(faultsOf(await create({ customerId: id }))).toEqual(['customerId ARCHIVED'])
    const kept = await patch(estimate, { customerId: id, memo: 'Still' })
    expect(kept.estimate.memo).toBe('Still')
    expect(faultsOf(await does('estimateClone', estimate))).toEqual(['customerId ARCHIVED'])
  })

  it('answers an estimate of another business as unknown', async () => {
    const estimate = await approved()
    const stranger = await world.endpoint.seed.user()
    const own = await world.endpoint.seed.business(stranger)
    const theirs = await world.endpoint.seed.personalToken(stranger)
    const query = `{ business(id: "${own.id}") { estimate(id: "${estimate.id}") { id } } }`
    const { body } = await ask(world.endpoint, theirs, query)
    expect(body.errors?.[0]).toMatchObject({
      message: `Estimate '${estimate.id}' could not be found.`,
      extensions: { code: 'NOT_FOUND' },
    })
    const before = await rowsOf()
    const commands = ['estimateApprove', 'estimateClone', 'estimateMarkAccepted', 'estimateResetAcceptance']
    for (const name of commands) {
      const answer = await ask(world.endpoint, theirs, mutation(name), { input: { estimateId: estimate.id } })
      expect(faultsOf(answer.body.data[name])).toEqual(['estimateId NOT_FOUND'])
    }
    expect(await rowsOf()).toEqual(before)
  })

  it('keeps a deleted estimate readable, and refuses every change of it', async () => {
    const estimate = await made()
    expect(await does('estimateDelete', estimate)).toEqual({ didSucceed: true, inputErrors: [] })
    expect(await does('estimateDelete', estimate)).toEqual({ didSucceed: true, inputErrors: [] })
    const { data } = await read(`estimate(id: "${estimate.id}") { status }`)
    expect(data.business.estimate).toEqual({ status: 'DELETED' })
    expect(faultsOf(await does('estimateApprove', estimate))).toEqual(['estimateId INVALID_STATE'])
    expect(faultsOf(await patch(estimate, { status: 'DRAFT' }))).toEqual(['id INVALID_STATE'])
    expect(faultsOf(await does('estimateClone', estimate))).toEqual(['estimateId INVALID_STATE'])
  })
}
