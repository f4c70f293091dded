export function notices(): { name: string };
