import type { StackCall, StackReply } from './stack-process.ts'
import { startStack, type Stack, type StackOptions } from './start-stack.ts'

const stack = await startStack(JSON.parse(process.argv[2] ?? '{}') as StackOptions)
const reply = (message: StackReply): void => void process.send?.(message)

process.on('message', (call: StackCall) => {
  const { id, name, args } = call
  const ask = stack[name as keyof Stack] as unknown as (...args: readonly unknown[]) => Promise<unknown>
  ask(...args).then(
    (value) => reply({ kind: 'answer', id, value: value ?? null }),
    (error: unknown) =>
      reply({ kind: 'fault', id, message: error instanceof Error ? error.message : String(error) }),
  )
})
// The starter may die without a message; no process may stay behind.
process.on('disconnect', () => {
  void stack.close().finally(() => process.exit(0))
})
const { appUrl, providerUrl, graphqlUrl, redisUrl, clientId } = stack
reply({ kind: 'ready', addresses: { appUrl, providerUrl, graphqlUrl, redisUrl, clientId } })
