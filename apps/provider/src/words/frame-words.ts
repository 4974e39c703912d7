/** What every page carries around its content. */
export function frameEn(harbour: string) {
  return {
    skip: 'Skip to content',
    help: 'Help',
    privacy: 'Privacy',
    /** Names the other language in that language. */
    otherLanguage: { code: 'fr', name: 'Français' },
    errorPrefix: 'Error: ',
    problemTitle: 'There is a problem',
    reference: 'Reference',
    copy: 'Copy',
    copied: 'Copied',
    copyOf: { reference: 'the reference', client: 'the client id', secret: 'the secret' },
    home: `${harbour} home`,
    connectedApps: 'Connected apps',
    plans: 'Plans',
    developers: 'For developers',
    signOut: 'Sign out',
    signIn: 'Sign in',
    sections: 'Sections',
    back: 'Back',
    previous: 'Newer',
    next: 'Older',
    /** In the title of a list, before what the list is. */
    searched: (text: string) => `Search for “${text}”`,
  }
}

export function frameFr(harbour: string): ReturnType<typeof frameEn> {
  return {
    skip: 'Aller au contenu',
    help: 'Aide',
    privacy: 'Confidentialité',
    otherLanguage: { code: 'en', name: 'English' },
    errorPrefix: 'Erreur : ',
    problemTitle: 'Il y a un problème',
    reference: 'Référence',
    copy: 'Copier',
    copied: 'Copié',
    copyOf: { reference: 'la référence', client: 'l’identifiant client', secret: 'le secret' },
    home: `Accueil de ${harbour}`,
    connectedApps: 'Applications connectées',
    plans: 'Forfaits',
    developers: 'Pour les développeurs',
    signOut: 'Se déconnecter',
    signIn: 'Se connecter',
    sections: 'Rubriques',
    back: 'Retour',
    previous: 'Plus récents',
    next: 'Plus anciens',
    searched: (text) => `Recherche de « ${text} »`,
  }
}
