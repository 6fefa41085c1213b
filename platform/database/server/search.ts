/** A search term as a LIKE pattern, with its wildcards escaped. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
