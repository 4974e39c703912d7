/** The public interface of `@counterfoil/react`; the urql exchange is in `@counterfoil/react/urql`. */
export { CounterfoilProvider } from './connection-provider.tsx'
export { useConnection, type UseConnection } from './use-connection.ts'
export { ConnectButton, DisconnectButton, type ConnectionButtonProps } from './connection-buttons.tsx'
export { mayPress, type PendingPhase } from './pending-press.ts'
export { useOnline } from './online.ts'
export { usePendingPress, type PendingPress } from './use-pending-press.ts'
export type { Business, ConnectionStatus, SessionState } from './connection-status.ts'
