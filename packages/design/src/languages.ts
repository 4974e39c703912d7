/** Every language of the app, of Harbour's pages, and of the documents and mails that businesses send. */
export const LANGUAGES = ['en', 'fr', 'de'] as const
