/** The public interface of `@counterfoil/react`; the urql exchange is in `@counterfoil/react/urql`. */
export { CounterfoilProvider } from './connection-provider.tsx'
export { useConnection, type UseConnection } from './use-connection.ts'
export { ConnectButton, DisconnectButton, type ConnectionButtonProps } from './connection-buttons.tsx'
export { useOnline } from './online.ts'
export { mayPress, type PendingPhase, type PendingPress, usePendingPress } from './use-pending-press.ts'
export type { Business, ConnectionStatus, SessionState } from './connection-status.ts'
