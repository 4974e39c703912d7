import type { Locale } from '@counterfoil/bff-api/session'

/** Words of the check-up: beside the catalogues, because the first page of the app does without them. */
const en = {
  title: 'Check-up',
  body: (p: string) =>
    `Four live checks: your sign-in, the permission, the plan, and what ${p} says of this business.`,
  run: 'Run the check-up',
  running: 'Checking…',
  done: 'Check-up finished.',
  row: {
    sign_in: { ok: 'You’re signed in', failed: 'You’re not signed in', unknown: 'Sign-in not checked' },
    permission: {
      ok: 'Counterfoil may read',
      failed: 'Counterfoil may not read any more',
      unknown: 'Permission not checked',
    },
    plan: {
      ok: 'The plan is active',
      failed: 'The plan has ended',
      unknown: 'Plan not checked',
    },
  },
  data: {
    ok: (p: string, seconds: string) => `${p} answered in ${seconds}`,
    failed: (p: string) => `${p} doesn’t find this business`,
    unknown: (p: string) => `${p} said nothing about this business`,
  },
  advice: {
    fine: 'Everything works. If a figure looks old, open the page again.',
    reconnect: 'One thing to do: reconnect.',
    plan: (p: string) => `One thing to do: look at the plan in ${p}.`,
    wait: 'Nothing to do now. Counterfoil tries again when you open a page.',
  },
  outcome: { ok: 'Fine', failed: 'Not fine', unknown: 'Not known' },
  copy: 'Copy for support',
}

export type CheckUpWords = typeof en

const fr: CheckUpWords = {
  title: 'Vérification',
  body: (p) =>
    `Quatre vérifications en direct\u00a0: votre compte, l’autorisation, le forfait, et ce que ${p} dit de cette entreprise.`,
  run: 'Lancer la vérification',
  running: 'Vérification…',
  done: 'La vérification est terminée.',
  row: {
    sign_in: {
      ok: 'Votre compte est connecté',
      failed: 'Votre compte n’est pas connecté',
      unknown: 'Compte non vérifié',
    },
    permission: {
      ok: 'Counterfoil peut lire',
      failed: 'Counterfoil ne peut plus lire',
      unknown: 'Autorisation non vérifiée',
    },
    plan: { ok: 'Le forfait est actif', failed: 'Le forfait est terminé', unknown: 'Forfait non vérifié' },
  },
  data: {
    ok: (p, seconds) => `${p} a répondu en ${seconds}`,
    failed: (p) => `${p} ne trouve pas cette entreprise`,
    unknown: (p) => `${p} n’a rien dit de cette entreprise`,
  },
  advice: {
    fine: 'Tout fonctionne. Si un chiffre semble ancien, rouvrez la page.',
    reconnect: 'Une seule chose à faire\u00a0: reconnecter.',
    plan: (p) => `Une seule chose à faire\u00a0: regarder le forfait dans ${p}.`,
    wait: 'Rien à faire maintenant. Counterfoil réessaie quand vous ouvrez une page.',
  },
  outcome: { ok: 'En ordre', failed: 'Pas en ordre', unknown: 'Inconnu' },
  copy: 'Copier pour l’assistance',
}

export const CHECK_UP_WORDS: Readonly<Record<Locale, CheckUpWords>> = { en, fr }
