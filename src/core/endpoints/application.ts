/** The entity type of the one synthetic entity that stands for the application. */
export const APPLICATION_TYPE = 'Application';
