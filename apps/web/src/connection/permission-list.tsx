import { Icon } from '#ui/icon.tsx'
import type { PermissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'
import { usePermissions } from './use-permissions.ts'

const KINDS: readonly PermissionWords['kind'][] = ['own', 'see', 'change', 'send']

/** What may be seen, changed and sent, in lists of plain words, one line each. */
export function PermissionList(props: { readonly values: readonly string[]; readonly brief?: boolean }) {
  const { t } = useWords()
  const all = usePermissions().inWords(props.values)
  return KINDS.map((kind) => {
    const permissions = all.filter((permission) => permission.kind === kind)
    if (permissions.length === 0) return null
    return (
      <div key={kind}>
        {kind !== 'own' && kind !== 'see' && <h3>{t.permission.kind[kind]}</h3>}
        <ul className="permissions">
          {permissions.map(({ key, thing, detail }) => (
            <li key={key}>
              <Icon name={kind === 'own' ? 'connected' : kind === 'see' ? 'eye' : 'pen'} />
              <span>
                <span className="permission-name">{thing}</span>
                {props.brief !== true && detail !== '' && <span className="note">{detail}</span>}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
