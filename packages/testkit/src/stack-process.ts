import { fork } from 'node:child_process'
import { join } from 'node:path'
import { programFile } from './program-file.ts'
import type { Stack, StackAddresses, StackOptions } from './start-stack.ts'

/** A call of a {@link Stack} function in another process. */
export type StackCall = { readonly id: number; readonly name: string; readonly args: readonly unknown[] }
export type StackReply =
  | { readonly kind: 'ready'; readonly addresses: StackAddresses }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly message: string }

const node = join(import.meta.dirname, '../../../node_modules/.bin/node')

/**
 * A stack in a process of its own, run by the locked Node without any transformation: for test runners that load
 * modules their own way, and so that a busy test does not slow the product down.
 */
export async function startStackProcess(options: StackOptions = {}): Promise<Stack> {
  const child = fork(programFile('packages/testkit/src/stack-main.ts'), [JSON.stringify(options)], {
    execPath: node,
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let nextId = 0
  const addresses = await new Promise<StackAddresses>((resolve, reject) => {
    child.on('message', (reply: StackReply) => {
      if (reply.kind === 'ready') return resolve(reply.addresses)
      const caller = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.kind === 'answer') caller?.resolve(reply.value)
      else caller?.reject(new Error(reply.message))
    })
    child.once('exit', (code) => {
      const error = new Error(`The stack ended with code ${code}.`)
      reject(error)
      for (const caller of waiting.values()) caller.reject(error)
    })
  })
  const call = <T>(name: string, ...args: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      nextId += 1
      waiting.set(nextId, { resolve: (value) => resolve(value as T), reject })
      child.send({ id: nextId, name, args } satisfies StackCall)
    })
  return {
    ...addresses,
    harbour: (...args) => call('harbour', ...args),
    advance: (ms) => call('advance', ms),
    now: () => call('now'),
    setProvider: (mode) => call('setProvider', mode),
    setRedis: (mode) => call('setRedis', mode),
    logs: () => call('logs'),
    redisDump: () => call('redisDump'),
    configuredSecrets: () => call('configuredSecrets'),
    async close() {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      await call('close').catch(() => undefined)
      child.disconnect()
      await ended
    },
  }
}
