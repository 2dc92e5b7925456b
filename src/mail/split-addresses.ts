/** The addresses of a list that people type: separated by commas, semicolons (Persian ones too) or spaces. */
export const splitAddresses = (list: string): string[] => list.split(/[,;،؛\s]+/).filter(Boolean)
