export function leftOut(): { name: string };
