export function denseKernel(): { name: string };
