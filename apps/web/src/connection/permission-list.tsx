import type { PermissionKind } from '@counterfoil/oauth/permissions'
import { Icon } from '#ui/icon.tsx'
import { permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

const KINDS: readonly PermissionKind[] = ['see', 'change', 'send']

/** What may be seen, changed and sent: three lists in plain words, one line each. */
export function PermissionList(props: { readonly values: readonly string[]; readonly brief?: boolean }) {
  const { t } = useWords()
  const all = permissionWords(props.values, t)
  return KINDS.map((kind) => {
    const permissions = all.filter((permission) => permission.kind === kind)
    if (permissions.length === 0) return null
    return (
      <div key={kind}>
        {kind !== 'see' && <h3>{t.permission.kind[kind]}</h3>}
        <ul className="permissions">
          {permissions.map(({ key, thing, detail }) => (
            <li key={key}>
              <Icon name={kind === 'see' ? 'eye' : 'pen'} />
              <span>
                <span className="permission-name">{thing}</span>
                {props.brief !== true && <span className="note">{detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
