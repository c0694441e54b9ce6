// Ends a round whose calendar another process has, or that the person has switched off meanwhile.
export class LostClaim extends Error {}
