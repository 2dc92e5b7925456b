export const procurement = {}
