import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  const world = await startBffWorld({ env: { BFF_SWEEP_SECONDS: '1' } })
  ;({ store, provider, bff, maria } = world)
  await maria.connect()
  return world.close
})

async function connectAnother(): Promise<void> {
  provider.person({ businessId: Buffer.from('Business:2').toString('base64'), businessName: 'Second' })
  await maria.connect()
}

describe('a corrupt connection record', () => {
  it('does not break the page: the other connections are shown, and the log names the corrupt one', async () => {
    const broken = (await maria.connection()).id
    await connectAnother()
    await store.set(`connection:{${broken}}`, 'rubbish')
    const { connections } = await maria.session()
    expect(connections.map(({ businessName }) => businessName)).toEqual(['Second'])
    expect((await maria.query(connections[0]?.id ?? '')).status).toBe(200)
    await maria.visit('/')
    expect(bff.logs()).toContain(`"event":"connection.unreadable","connectionId":"${broken}"`)
  })

  it('does not stop the sweeper or make it forget the person: only its own job fails', async () => {
    const broken = (await maria.connection()).id
    const [mariasId = ''] = await store.zrange('sweep:principals', '0', '-1')
    await store.set(`connection:{${broken}}`, 'rubbish')
    const joe = createBffPerson(bff.url)
    provider.person({ userId: Buffer.from('User:joe').toString('base64') })
    await joe.connect()
    const joesId = (await store.zrange('sweep:principals', '0', '-1')).find((id) => id !== mariasId) ?? ''
    await store.del(`principal:{${mariasId}}:sessions`)
    for (const id of [mariasId, joesId]) await store.zadd('sweep:principals', 0, id)
    await until(
      'the others are looked at',
      async () => Number(await store.zscore('sweep:principals', joesId)) > 0,
    )
    await until('the one is put off and named', () =>
      new RegExp(`"event":"job.failed","job":"sweep","id":"${mariasId}"`).test(bff.logs()),
    )
    expect(await store.exists(`principal:{${mariasId}}`)).toBe(1)
  })

  it('does not stop the revocation worker: other tokens are revoked', async () => {
    const broken = (await maria.connection()).id
    await connectAnother()
    const other = (await maria.session()).connections.find(({ id }) => id !== broken)?.id ?? ''
    await store.set(`connection:{${broken}}`, 'rubbish')
    await store.hset(`connection:{${broken}}:revocations`, 'item', 'rubbish')
    await store.zadd('revocations', 0, broken)
    provider.next('revoke', DOWN)
    await maria.post(`/api/connections/${other}/disconnect`)
    await store.zadd('revocations', 0, other)
    await until('it is revoked', async () =>
      (await store.get(`connection:{${other}}`))?.includes('"confirmed"'),
    )
    await until('the one is put off and named', () =>
      new RegExp(`"event":"job.failed","job":"revoke","id":"${broken}"`).test(bff.logs()),
    )
    expect(await store.hlen(`connection:{${broken}}:revocations`)).toBe(1)
  })
})

describe('a page of the app', () => {
  it('is rendered even if its view or use of a connection cannot be stored', async () => {
    bff.advance(3_600_000)
    await store.config('SET', 'min-replicas-to-write', '1')
    expect((await maria.agent.visit(`${bff.url}/`)).status).toBe(200)
    expect((await maria.session()).person).not.toBeNull()
    await store.config('SET', 'min-replicas-to-write', '0')
  })
})
