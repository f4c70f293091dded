export function onePage(style: string, target: string): { name: string };
