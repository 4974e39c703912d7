import type { Redis } from 'ioredis'
import { FLOW_LIFE_MS, type FlowState, type StoredFlow } from './connect-result.ts'

export interface FlowStore {
  /** Notes that the attempt came back and is being finished. */
  begin(flowId: string): Promise<void>
  save(flow: StoredFlow): Promise<void>
  find(flowId: string): Promise<FlowState | undefined>
  /** The first decision counts; answers the one that does. */
  decide(flowId: string, choice: 'keep' | 'switch'): Promise<string>
}

/** Longer than the exchange and the questions after it may take together. */
const WORKING_LIFE_MS = 60_000
const WORKING = 'working'

const flowKey = (flowId: string) => `flow:${flowId}`
/** As we make them. Anything else comes from an address, and might name a neighbour's key. */
const FLOW_ID = /^[A-Za-z0-9_-]{16,64}$/

export function createFlowStore({ redis }: { readonly redis: Redis }): FlowStore {
  return {
    async begin(flowId) {
      // Never over a result that is there: the request that made it was faster.
      await redis.set(flowKey(flowId), WORKING, 'PX', WORKING_LIFE_MS, 'NX')
    },
    async save(flow) {
      await redis.set(flowKey(flow.result.id), JSON.stringify(flow), 'PX', FLOW_LIFE_MS)
    },
    async find(flowId) {
      if (!FLOW_ID.test(flowId)) return undefined
      const text = await redis.get(flowKey(flowId))
      if (text === null) return undefined
      return text === WORKING ? { kind: 'working' } : { kind: 'done', flow: JSON.parse(text) as StoredFlow }
    },
    async decide(flowId, choice) {
      return (
        (await redis.set(`${flowKey(flowId)}:decision`, choice, 'PX', FLOW_LIFE_MS, 'NX', 'GET')) ?? choice
      )
    },
  }
}
