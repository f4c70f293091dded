/** Whether a column is called like an identifier. */

const ID_NAME = /^(id|ids|key|uuid|guid|nr|no|number|index|row|rownames?|row[_ .-]?(id|number))$/i;
const ID_ENDING = /([_ .-](id|key|nr|no|uuid|guid)|[a-z](Id|ID))$/;

export function isNamedId(name: string): boolean {
  return ID_NAME.test(name.trim()) || ID_ENDING.test(name.trim());
}

/** With fewer values, that all differ says nothing. */
export const LEAST_FOR_IDENTIFIER = 20;
